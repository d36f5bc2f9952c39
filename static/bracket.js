// Used on every page with a bracket (event, draw, embedded bracket). On a narrow screen the rounds are scrolled
// sideways, beginning at the round in play; pointing at a name highlights the path of that entry.

const SCROLL_PAUSE = 120;

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

// On a phone the bracket is as tall as the round that is shown: the others are clipped. The rules are in a style
// sheet because the next refresh would replace elements with another class.
const shownRounds = new Map();
const clipping = new CSSStyleSheet();
document.adoptedStyleSheets.push(clipping);

// Returns whether another round of its section was shown before.
function clipOtherRounds(round) {
  const section = round?.closest(".section");
  if (!section || shownRounds.get(section.id) === round.id) return false;
  shownRounds.set(section.id, round.id);
  const rules = [...shownRounds].map(([name, shown]) => `body:not(:has(#zoom-small:checked)) .section#${CSS.escape(name)} .round:not(#${CSS.escape(shown)}, #${CSS.escape(shown)} + .winner-round) { contain: size; overflow: clip; }`);
  clipping.replaceSync(`@media screen and (max-width: 35.99rem) { ${rules.join(" ")} }`);
  return true;
}

function clipAfterScroll(scroller) {
  const middle = (part) => part.getBoundingClientRect().left + part.clientWidth / 2;
  const distance = (round) => Math.abs(middle(round) - middle(scroller));
  const rounds = [...scroller.querySelectorAll(".round[id]")];
  const hasChanged = clipOtherRounds(rounds.reduce((nearest, round) => (distance(round) < distance(nearest) ? round : nearest)));
  // A round that is much shorter than the one before would be above the screen.
  if (hasChanged && scroller.getBoundingClientRect().bottom < innerHeight / 4) scroller.closest(".section").scrollIntoView();
}

// After the last event of a scroll: another height before would end the scroll halfway.
const clipTimers = new WeakMap();
document.addEventListener("scroll", ({ target }) => {
  if (!target.matches?.(".bracket-scroll")) return;
  clearTimeout(clipTimers.get(target));
  clipTimers.set(target, setTimeout(clipAfterScroll, SCROLL_PAUSE, target));
}, true);

document.querySelectorAll(".rounds a[aria-current]").forEach((link) => {
  clipOtherRounds(document.getElementById(link.hash.slice(1)));
  if (link.offsetParent && link.matches(":not(:first-child)")) showRound(link, true);
});

function showTarget() {
  const target = document.querySelector(".bracket .cell:target");
  if (!target) return;
  clipOtherRounds(target.closest(".round"));
  target.scrollIntoView({ behavior: "instant" });
}

showTarget();
addEventListener("hashchange", showTarget);

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
