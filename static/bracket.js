// Used on every page with a bracket (event, draw, embedded bracket). On a narrow screen the rounds are scrolled
// sideways, beginning at the round in play; pointing at a name highlights the path of that entry.

function showRound(link, isInstant) {
  const round = document.getElementById(link.hash.slice(1));
  const scroller = round?.closest(".bracket-scroll");
  if (!scroller) return false;
  const behavior = isInstant || matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  const inset = parseFloat(getComputedStyle(scroller).paddingInlineStart) || 0;
  const distance = round.getBoundingClientRect().left - scroller.getBoundingClientRect().left;
  // `scrollTo`, not `scrollBy`: with scroll snapping, a distance of 0 would go on to the next round.
  scroller.scrollTo({ left: scroller.scrollLeft + distance - inset, behavior });
  const row = link.parentElement;
  row.querySelectorAll("[aria-current]").forEach((other) => other.removeAttribute("aria-current"));
  link.setAttribute("aria-current", "true");
  row.scrollTo({ left: row.scrollLeft + link.getBoundingClientRect().left - row.getBoundingClientRect().left - row.clientWidth / 3, behavior });
  return true;
}

document.querySelectorAll(".rounds a[aria-current]:not(:first-child)").forEach((link) => {
  if (link.offsetParent) showRound(link, true);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".rounds a");
  if (link && showRound(link, false)) event.preventDefault();
});

// The classes of everything of entry 17 begin with "p17" where it plays and "w17" where it has won.
let highlighted = [];

function highlightPath(name) {
  highlighted.forEach(([part, className]) => part.classList.remove(className));
  highlighted = [];
  const entryNumber = name?.className.match(/^p(\d+)\b/)?.[1];
  if (!entryNumber) return;
  for (const [first, className] of [["p", "followed"], ["w", "leads-to"]]) {
    document.querySelectorAll(`.${first}${entryNumber}:not(.${className})`).forEach((part) => {
      part.classList.add(className);
      highlighted.push([part, className]);
    });
  }
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse") highlightPath(event.target.closest?.(".bracket .bracket-player"));
});
