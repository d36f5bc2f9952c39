// On a narrow screen a bracket is leafed through round by round: begin at the round that is on.

function leaf(link, calm) {
  const round = document.getElementById(link.hash.slice(1));
  const leaves = round?.closest(".bracket-scroll");
  if (!leaves) return false;
  const behavior = calm || matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  const inset = parseFloat(getComputedStyle(leaves).paddingInlineStart) || 0;
  const away = round.getBoundingClientRect().left - leaves.getBoundingClientRect().left;
  // To a place, not by a distance: a step of nothing would snap on to the next round.
  leaves.scrollTo({ left: leaves.scrollLeft + away - inset, behavior });
  const row = link.parentElement;
  row.querySelectorAll("[aria-current]").forEach((other) => other.removeAttribute("aria-current"));
  link.setAttribute("aria-current", "true");
  row.scrollTo({ left: row.scrollLeft + link.getBoundingClientRect().left - row.getBoundingClientRect().left - row.clientWidth / 3, behavior });
  return true;
}

document.querySelectorAll(".rounds a[aria-current]:not(:first-child)").forEach((link) => {
  if (link.offsetParent) leaf(link, true);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".rounds a");
  if (link && leaf(link, false)) event.preventDefault();
});

// Pointing at a name shows his whole way: everything of his begins its class with the same word.
let traced = [];

function trace(name) {
  traced.forEach(([part, word]) => part.classList.remove(word));
  traced = [];
  const of = name?.className.match(/^p(\d+)\b/)?.[1];
  if (!of) return;
  for (const [first, word] of [["p", "followed"], ["w", "leads-to"]]) {
    document.querySelectorAll(`.${first}${of}:not(.${word})`).forEach((part) => {
      part.classList.add(word);
      traced.push([part, word]);
    });
  }
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse") trace(event.target.closest?.(".bracket .bracket-player"));
});
