// On a narrow screen a bracket is leafed through round by round: begin at the round that is on.

function leaf(link, calm) {
  const round = document.getElementById(link.hash.slice(1));
  const bracket = round?.closest(".bracket");
  if (!bracket) return false;
  const behavior = calm || matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  const inset = parseFloat(getComputedStyle(bracket).paddingInlineStart) || 0;
  bracket.scrollTo({ left: round.offsetLeft - bracket.offsetLeft - inset, behavior });
  link.parentElement.querySelectorAll("[aria-current]").forEach((other) => other.removeAttribute("aria-current"));
  link.setAttribute("aria-current", "true");
  return true;
}

document.querySelectorAll(".rounds a[aria-current]").forEach((link) => leaf(link, true));

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".rounds a");
  if (link && leaf(link, false)) event.preventDefault();
});
