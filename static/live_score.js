// Used by the score page of a match: counts in the games that wait on this phone (queue.js), and says that they wait.

const LEVELS = { single: 1, gammon: 2, backgammon: 3 };
const main = document.getElementById("main");

function loadWaitingItems(group) {
  try {
    return JSON.parse(localStorage.getItem("queue") || "[]").filter((item) => item.group === group && !item.slot && !item.refused);
  } catch {
    return [];
  }
}

// The points of the button that was tapped; computed where the buttons on the page are those of another score.
function getPoints(form, outcome) {
  const [, kind, cube] = outcome.split(":");
  const button = [...form.querySelectorAll("button[name=outcome]")].find((one) => one.value === outcome);
  return Number(button?.querySelector(".numeral").textContent) || LEVELS[kind] * Number(cube);
}

// The games that wait, in order; an undo that waits takes the last one back, and is -1 for each game already on the sheet.
function countWaiting(form) {
  const games = [];
  let undone = 0;
  for (const item of loadWaitingItems(form.dataset.group)) {
    const outcome = new URLSearchParams(item.body).get("outcome");
    if (outcome) games.push({ winner: outcome.split(":")[0], points: getPoints(form, outcome) });
    else if (!games.pop()) undone += 1;
  }
  return { games, undone };
}

function setText(element, text) {
  if (element && element.textContent.trim() !== text) element.textContent = text;
}

function showWaitingGames() {
  const form = main.querySelector("form[data-games]");
  if (!form) return;
  const { games, undone } = countWaiting(form);
  const score = (side) => games.filter((game) => game.winner === side).reduce((sum, game) => sum + game.points, Number(form.dataset[side]));
  const scores = [score("white"), score("black")];
  const count = Number(form.dataset.games) - undone + games.length;
  const isOver = Math.max(...scores) >= Number(form.dataset.length);
  const note = main.querySelector("[data-slot=waiting-score]");
  const heading = form.querySelector("[data-text-game]");
  if (note.hidden !== !games.length) note.hidden = !games.length;
  setText(note, games.length ? (isOver ? note.dataset.textOver : note.dataset.text).replace("{score}", scores.join("–")) : "");
  setText(heading, heading.dataset.textGame.replace("{n}", count + 1));
  if (form.hidden !== isOver) form.hidden = isOver;
  const undo = main.querySelector("[data-text-undo]");
  setText(undo, undo?.dataset.textUndo.replace("{n}", count));
}

document.addEventListener("queue:changed", showWaitingGames);
new MutationObserver(showWaitingGames).observe(main, { childList: true, subtree: true });
showWaitingGames();
