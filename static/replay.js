// Used by the page of a match file (replay of a transcript). Steps through a recorded game: each game is fetched once
// as JSON, and the checkers move by CSS transforms. Without this file every link loads its page.

import { Board } from "./board.js";

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", PageUp: "previous-game", PageDown: "next-game", f: "fault", b: "blunder" };
const SWIPE = 40;

const root = document.getElementById("replay");
const list = root.querySelector(".moves");
const marks = document.getElementById("marks").content;
const tabs = [...root.querySelectorAll("[data-tab]")].map((tab) => Number(tab.dataset.tab));
const compareActions = (a, b) => a[0] - b[0] || a[1] - b[1];
const faults = [...document.querySelectorAll(".findings [data-stop]")].map(({ dataset }) => [Number(dataset.game), Number(dataset.action)]).sort(compareActions);
const blunders = (root.dataset.blunders.match(/\S+/g) || []).map((place) => place.split(":").map(Number));
const viewOptions = [...new URLSearchParams(location.search)].filter(([name]) => name === "below" || name === "home");
const games = new Map();
const requests = new Map();
let board = null;
let current = { game: Number(root.dataset.game), action: Number(root.dataset.action) };
let requested = current;
let historyTimer = 0;

// The address of a position: a page of its own where the transcript has them, else a query of this page.
const actionUrl = (game, action, options = viewOptions) => {
  const { positionsUrl } = root.dataset;
  const query = new URLSearchParams(positionsUrl ? options : [["game", game], ["action", action], ...options]).toString();
  return `${positionsUrl ? `${positionsUrl}${game}/${action}/` : ""}${query ? `?${query}` : ""}#board`;
};
const getSlot = (name) => root.querySelector(`[data-slot="${name}"]`);

function showAction(game, action, isAnimated) {
  board ??= new Board(root.querySelector("svg.board"), JSON.parse(document.getElementById("spots").textContent));
  root.querySelector("[data-variation-note]")?.remove();
  const data = games.get(game);
  const [code, kind, side, rolled, value, owner, label, , finding, offer] = data.frames[action];
  const before = kind === "roll" || kind === "condone" ? data.frames[action - 1]?.[0] : "";
  board.deal(code, isAnimated);
  board.arrows(before, code, side);
  board.roll(side, rolled);
  board.double(offer || (data.crawford ? 0 : value), owner, offer ? side : "");
  board.mark(side || (code[52] === "w" ? "white" : "black"));
  board.say(code, `${gameTitle(game)}, ${action}: ${label}`, data.score, data.length);
  getSlot("words").textContent = label;
  getSlot("guess").hidden = !data.guesses.some((guess) => guess < action);
  showVideoLink(data.video?.[action], game, action);
  getSlot("remark").replaceChildren(...copyFinding(finding));
  getSlot("judged").replaceChildren(...(data.decisions[action] || []).map((decision, at) => renderAssessment(decision, at, game, action)));
}

// The link into the video at this action, and the place for which the form below sets a time.
function showVideoLink(video, game, action) {
  const slot = getSlot("video");
  if (slot) {
    slot.hidden = !video;
    if (video) Object.assign(slot.firstElementChild, { textContent: video[0], href: video[1] });
  }
  const form = document.querySelector("form[data-video-mark]");
  if (form) Object.assign(form.elements.game, { value: game });
  if (form) Object.assign(form.elements.action, { value: action || 1 });
}

// The assessment of a decision by an engine: the candidates with their equities and losses.
function renderAssessment([title, grade, word, lost, ways], decision, game, action) {
  const template = document.getElementById("judged");
  const table = template.content.cloneNode(true).firstElementChild;
  const [heading, mark, loss] = table.caption.children;
  const body = table.tBodies[0];
  table.classList.add(grade);
  heading.textContent = title;
  mark.textContent = word;
  loss.textContent = grade === "sound" ? "" : lost;
  const link = (at) => actionUrl(game, action, [...viewOptions, ["show", `${decision}-${at}`]]);
  body.append(...ways.map((way, at) => renderCandidate(way, at ? "" : body.dataset.textBest, body.dataset.textPlayed, link(at), template.dataset.show)));
  return table;
}

function renderCandidate([text, equity, lost, chosen], best, played, href, title) {
  const line = document.createElement("tr");
  const cells = ["th", "td", "td"].map((tag) => document.createElement(tag));
  const note = document.createElement("span");
  note.className = "small";
  note.textContent = chosen ? played : best;
  cells[0].scope = "row";
  const link = Object.assign(document.createElement("a"), { href, title, textContent: text });
  cells[0].append(link, " ", note);
  cells.slice(1).forEach((cell, at) => {
    cell.className = "numeric";
    cell.textContent = [equity, lost][at];
  });
  if (chosen) line.className = "played";
  line.append(...cells);
  return line;
}

const gameTitle = (game) => root.dataset.textGame.replace("{n}", game);

function copyFinding(finding) {
  const source = document.getElementById(`finding-${finding}`);
  if (!source) return [];
  const copy = source.cloneNode(true);
  copy.removeAttribute("id");
  copy.querySelector(".board-link")?.remove();
  return [copy];
}

function setStepLink(name, place) {
  const link = root.querySelector(`[data-step="${name}"]`);
  if (!link) return;
  if (place) link.href = actionUrl(...place);
  else link.removeAttribute("href");
  link.toggleAttribute("aria-disabled", !place);
  if (!place) {
    link.setAttribute("aria-disabled", "true");
    link.setAttribute("role", "link");
  } else link.removeAttribute("role");
}

function getTargets() {
  const { game, action } = current;
  const last = games.get(game).frames.length - 1;
  const at = tabs.indexOf(game);
  const [before, after] = [tabs[at - 1], tabs[at + 1]];
  const findNext = (actions) => actions.find((target) => compareActions(target, [game, action]) > 0) || actions[0];
  return {
    first: action && [game, 0],
    previous: action ? [game, action - 1] : before && [before, games.get(before) ? games.get(before).frames.length - 1 : 99999],
    next: action < last ? [game, action + 1] : after && [after, 0],
    last: action < last && [game, last],
    "previous-game": before && [before, 0],
    "next-game": after && [after, 0],
    fault: findNext(faults),
    blunder: findNext(blunders),
  };
}

function updateLinks() {
  const { game, action } = current;
  Object.entries(getTargets()).forEach(([name, place]) => setStepLink(name, place));
  getSlot("place").textContent = `${action}/${games.get(game).frames.length - 1}`;
  root.querySelectorAll("[data-board-option]").forEach((link) => {
    const query = new URLSearchParams(link.getAttribute("href").split("#")[0]);
    link.href = actionUrl(game, action, [...query].filter(([name]) => name === "below" || name === "home"));
  });
  const position = root.querySelector("[data-position]");
  position.href = `${position.pathname}?${new URLSearchParams({ id: games.get(game).ids[action] })}`;
  const share = root.querySelector("[data-share-page]");
  if (share) share.href = share.getAttribute("href").replace(/\d+\/\d+\/share\//, `${game}/${action}/share/`);
  list.querySelectorAll("[aria-current]").forEach((link) => link.removeAttribute("aria-current"));
  const moveLink = list.children[action - 1]?.firstElementChild;
  moveLink?.setAttribute("aria-current", "step");
  // Keep the current action visible in its list without scrolling the page.
  requestAnimationFrame(() => (list.scrollTop = moveLink ? moveLink.offsetTop - list.clientHeight / 3 : 0));
}

function openGame(game) {
  const data = games.get(game);
  getSlot("game").textContent = gameTitle(game);
  getSlot("score").textContent = root.dataset.textScore.replace("{a}", data.score[0]).replace("{b}", data.score[1]);
  getSlot("crawford").hidden = !data.crawford;
  root.querySelectorAll("[data-tab]").forEach((tab) => {
    if (Number(tab.dataset.tab) === game) {
      tab.setAttribute("aria-current", "true");
      tab.parentElement.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.parentElement.offsetLeft - 80;
    } else tab.removeAttribute("aria-current");
  });
  const positions = root.querySelector("[data-positions]");
  if (positions) positions.href = positions.getAttribute("href").replace(/\d+\/($|\?)/, `${game}/$1`);
  list.replaceChildren(...data.frames.slice(1).map((frame, at) => renderMove(game, at + 1, frame, data.decisions[at + 1] || [])));
}

function renderMove(game, action, [, kind, side, , , , , text, finding], decisions) {
  const link = document.createElement("a");
  link.href = actionUrl(game, action);
  link.dataset.frame = action;
  link.textContent = text;
  const isFault = document.getElementById(`finding-${finding}`)?.dataset.severity === "error";
  const mark = isFault ? ".fault-mark" : kind === "condone" ? ".accepted-mark" : "";
  if (mark) link.append(" ", marks.querySelector(mark).cloneNode(true));
  const wrong = decisions.find(([, grade]) => grade === "blunder") || decisions.find(([, grade]) => grade === "error");
  if (wrong) link.append(" ", renderGrade(wrong));
  const line = document.createElement("li");
  line.className = side;
  line.append(link);
  return line;
}

function renderGrade([, grade, word]) {
  const mark = document.createElement("span");
  mark.className = `graded ${grade}`;
  [mark.textContent, mark.title] = word.split(/ (.*)/);
  return mark;
}

async function fetchGame(game) {
  const answer = await fetch(root.dataset.gamesUrl.replace(/0\/$/, `${game}/`), { cache: "no-cache" });
  if (!answer.ok) throw new Error(String(answer.status));
  games.set(game, await answer.json());
}

// A game is fetched once; a failed request is repeated by the next step.
async function loadGame(game) {
  if (!requests.has(game)) requests.set(game, fetchGame(game));
  await requests.get(game).catch((failure) => {
    requests.delete(game);
    throw failure;
  });
  return games.get(game);
}

async function goTo(game, action) {
  requested = { game, action };
  try {
    const data = await loadGame(game);
    // Another step was requested while this game was loading.
    if (requested.game !== game || requested.action !== action) return;
    const at = Math.min(action, data.frames.length - 1);
    const same = current.game === game;
    current = { game, action: at };
    if (!same) openGame(game);
    showAction(game, at, same);
    updateLinks();
    updateHistory();
    const next = tabs[tabs.indexOf(game) + 1];
    if (next && at > data.frames.length / 2) loadGame(next).catch(() => {});
  } catch {
    location.assign(actionUrl(game, action));
  }
}

// Browsers limit changes of the address: one after the last step is enough.
function updateHistory() {
  clearTimeout(historyTimer);
  historyTimer = setTimeout(() => history.replaceState(null, "", actionUrl(current.game, current.action)), 200);
}

function goToStep(name) {
  const place = getTargets()[name];
  if (place) goTo(...place);
}

function getLinkTarget(link) {
  if (link.dataset.step) return getTargets()[link.dataset.step];
  if (link.dataset.frame) return [current.game, Number(link.dataset.frame)];
  if (link.dataset.tab) return [Number(link.dataset.tab), 0];
  const { game, action } = link.closest("[data-game]").dataset;
  return [Number(game), Number(action)];
}

// The share dialog of the device, else the clipboard; the button stays hidden where a browser has neither.
function setUpShare() {
  const button = root.querySelector("[data-share]");
  if (!button || !(navigator.share || navigator.clipboard)) return;
  const label = button.querySelector("span");
  const usual = label.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const url = new URL(actionUrl(current.game, current.action), location.href).href;
    try {
      if (navigator.share) await navigator.share({ title: document.title, url });
      else {
        await navigator.clipboard.writeText(url);
        label.textContent = button.dataset.textCopied;
        setTimeout(() => (label.textContent = usual), 4000);
      }
    } catch {
      // The share dialog was closed without sharing.
    }
  });
}

function addListeners() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a:is([data-step], [data-frame], [data-tab], [data-show])[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    goTo(...getLinkTarget(link));
    if ("show" in link.dataset) document.getElementById("board").scrollIntoView();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    const name = KEYS[event.key];
    if (!name && event.key !== "x") return;
    event.preventDefault();
    if (name) goToStep(name);
    else root.querySelector('[data-board-option="below"]').click();
  });
  const area = root.querySelector("[data-swipe]");
  let start = null;
  area.addEventListener("pointerdown", (event) => (start = event.isPrimary && event.pointerType !== "mouse" ? [event.clientX, event.clientY] : null));
  area.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
    start = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) goToStep(x < 0 ? "next" : "previous");
  });
  area.addEventListener("pointercancel", () => (start = null));
}

loadGame(current.game)
  .then(() => {
    // A variation stays as the server drew it until another action is chosen.
    if (!("variation" in root.dataset)) showAction(current.game, current.action, false);
    updateLinks();
    addListeners();
    setUpShare();
    root.dataset.ready = "";
  })
  .catch(() => {});
