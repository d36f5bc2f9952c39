// Steps through a recorded game without asking the house for every move: a game comes once, as data, and the
// checkers move by transforms alone. Without this file every link loads its page.

import { Board } from "./board.js";

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", PageUp: "previous-game", PageDown: "next-game", f: "fault", b: "blunder" };
const SWIPE = 40;

const stage = document.getElementById("replay");
const list = stage.querySelector(".moves");
const marks = document.getElementById("marks").content;
const tabs = [...stage.querySelectorAll("[data-tab]")].map((tab) => Number(tab.dataset.tab));
const inOrder = (a, b) => a[0] - b[0] || a[1] - b[1];
const faults = [...document.querySelectorAll(".findings [data-stop]")].map(({ dataset }) => [Number(dataset.game), Number(dataset.action)]).sort(inOrder);
const blunders = (stage.dataset.blunders.match(/\S+/g) || []).map((place) => place.split(":").map(Number));
const look = [...new URLSearchParams(location.search)].filter(([name]) => name === "below" || name === "home");
const games = new Map();
const coming = new Map();
let board = null;
let here = { game: Number(stage.dataset.game), action: Number(stage.dataset.action) };
let wanted = here;
let resting = 0;

// The address of a position: a page of its own where the record has them, else a query of this page.
const address = (game, action, shown = look) => {
  const { path } = stage.dataset;
  const query = new URLSearchParams(path ? shown : [["game", game], ["action", action], ...shown]).toString();
  return `${path ? `${path}${game}/${action}/` : ""}${query ? `?${query}` : ""}#board`;
};
const slot = (name) => stage.querySelector(`[data-slot="${name}"]`);
function show(game, action, glide) {
  board ??= new Board(stage.querySelector("svg.board"), JSON.parse(document.getElementById("spots").textContent));
  stage.querySelector("[data-variation-note]")?.remove();
  const data = games.get(game);
  const [code, kind, side, rolled, value, owner, words, , finding, offer] = data.frames[action];
  const before = kind === "roll" || kind === "condone" ? data.frames[action - 1]?.[0] : "";
  board.deal(code, glide);
  board.arrows(before, code, side);
  board.roll(side, rolled);
  board.double(offer || (data.crawford ? 0 : value), owner, offer ? side : "");
  board.mark(side || (code[52] === "w" ? "white" : "black"));
  board.say(code, `${named(game)}, ${action}: ${words}`, data.score, data.length);
  slot("words").textContent = words;
  slot("remark").replaceChildren(...remark(finding));
  slot("judged").replaceChildren(...(data.decisions[action] || []).map((decision, at) => judged(decision, at, game, action)));
}

// What an engine says of a decision: the ways there were, what each is worth, what it loses.
function judged([title, grade, word, lost, ways], decision, game, action) {
  const template = document.getElementById("judged");
  const table = template.content.cloneNode(true).firstChild;
  const [named, mark, loss] = table.caption.children;
  const body = table.tBodies[0];
  table.classList.add(grade);
  named.textContent = title;
  mark.textContent = word;
  loss.textContent = grade === "sound" ? "" : lost;
  const link = (at) => address(game, action, [...look, ["show", `${decision}-${at}`]]);
  body.append(...ways.map((way, at) => row(way, at ? "" : body.dataset.textBest, body.dataset.textPlayed, link(at), template.dataset.show)));
  return table;
}

function row([text, equity, lost, chosen], best, played, href, title) {
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

const named = (game) => stage.dataset.textGame.replace("{n}", game);

function remark(finding) {
  const source = document.getElementById(`finding-${finding}`);
  if (!source) return [];
  const copy = source.cloneNode(true);
  copy.removeAttribute("id");
  copy.querySelector(".board-link")?.remove();
  return [copy];
}

function aim(name, place) {
  const link = stage.querySelector(`[data-step="${name}"]`);
  if (!link) return;
  if (place) link.href = address(...place);
  else link.removeAttribute("href");
  link.toggleAttribute("aria-disabled", !place);
  if (!place) {
    link.setAttribute("aria-disabled", "true");
    link.setAttribute("role", "link");
  } else link.removeAttribute("role");
}

function places() {
  const { game, action } = here;
  const last = games.get(game).frames.length - 1;
  const at = tabs.indexOf(game);
  const [before, after] = [tabs[at - 1], tabs[at + 1]];
  const onward = (places) => places.find((place) => inOrder(place, [game, action]) > 0) || places[0];
  return {
    first: action && [game, 0],
    previous: action ? [game, action - 1] : before && [before, games.get(before) ? games.get(before).frames.length - 1 : 99999],
    next: action < last ? [game, action + 1] : after && [after, 0],
    last: action < last && [game, last],
    "previous-game": before && [before, 0],
    "next-game": after && [after, 0],
    fault: onward(faults),
    blunder: onward(blunders),
  };
}

function guide() {
  const { game, action } = here;
  Object.entries(places()).forEach(([name, place]) => aim(name, place));
  slot("place").textContent = `${action}/${games.get(game).frames.length - 1}`;
  stage.querySelectorAll("[data-board-option]").forEach((link) => {
    const kept = new URLSearchParams(link.getAttribute("href").split("#")[0]);
    link.href = address(game, action, [...kept].filter(([name]) => name === "below" || name === "home"));
  });
  const position = stage.querySelector("[data-position]");
  position.href = `${position.pathname}?${new URLSearchParams({ id: games.get(game).ids[action] })}`;
  const share = stage.querySelector("[data-share-page]");
  if (share) share.href = share.getAttribute("href").replace(/\d+\/\d+\/share\//, `${game}/${action}/share/`);
  list.querySelectorAll("[aria-current]").forEach((link) => link.removeAttribute("aria-current"));
  const shown = list.children[action - 1]?.firstChild;
  shown?.setAttribute("aria-current", "step");
  // The action on the board stays in sight in its own list, without moving the page.
  requestAnimationFrame(() => (list.scrollTop = shown ? shown.offsetTop - list.clientHeight / 3 : 0));
}

function open(game) {
  const data = games.get(game);
  slot("game").textContent = named(game);
  slot("score").textContent = stage.dataset.textScore.replace("{a}", data.score[0]).replace("{b}", data.score[1]);
  slot("crawford").hidden = !data.crawford;
  stage.querySelectorAll("[data-tab]").forEach((tab) => {
    if (Number(tab.dataset.tab) === game) {
      tab.setAttribute("aria-current", "true");
      tab.parentElement.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.parentElement.offsetLeft - 80;
    } else tab.removeAttribute("aria-current");
  });
  const positions = stage.querySelector("[data-positions]");
  if (positions) positions.href = positions.getAttribute("href").replace(/\d+\/($|\?)/, `${game}/$1`);
  list.replaceChildren(...data.frames.slice(1).map((frame, at) => entry(game, at + 1, frame, data.decisions[at + 1] || [])));
}

function entry(game, action, [, kind, side, , , , , text, finding], said) {
  const link = document.createElement("a");
  link.href = address(game, action);
  link.dataset.frame = action;
  link.textContent = text;
  const grave = document.getElementById(`finding-${finding}`)?.dataset.severity === "error";
  const mark = grave ? ".fault-mark" : kind === "condone" ? ".accepted-mark" : "";
  if (mark) link.append(" ", marks.querySelector(mark).cloneNode(true));
  const wrong = said.find(([, grade]) => grade === "blunder") || said.find(([, grade]) => grade === "error");
  if (wrong) link.append(" ", graded(wrong));
  const line = document.createElement("li");
  line.className = side;
  line.append(link);
  return line;
}

function graded([, grade, word]) {
  const mark = document.createElement("span");
  mark.className = `graded ${grade}`;
  [mark.textContent, mark.title] = word.split(/ (.*)/);
  return mark;
}

async function fetched(game) {
  const answer = await fetch(stage.dataset.gamesUrl.replace(/0\/$/, `${game}/`), { cache: "no-cache" });
  if (!answer.ok) throw new Error(String(answer.status));
  games.set(game, await answer.json());
}

// A game is fetched once, however often it is asked for meanwhile; one that did not come is asked for again.
async function load(game) {
  if (!coming.has(game)) coming.set(game, fetched(game));
  await coming.get(game).catch((failure) => {
    coming.delete(game);
    throw failure;
  });
  return games.get(game);
}

async function go(game, action) {
  wanted = { game, action };
  try {
    const data = await load(game);
    // Somebody who taps on does not wait for what he has left behind.
    if (wanted.game !== game || wanted.action !== action) return;
    const at = Math.min(action, data.frames.length - 1);
    const same = here.game === game;
    here = { game, action: at };
    if (!same) open(game);
    show(game, at, same);
    guide();
    remember();
    const next = tabs[tabs.indexOf(game) + 1];
    if (next && at > data.frames.length / 2) load(next).catch(() => {});
  } catch {
    location.assign(address(game, action));
  }
}

// Browsers count changes of the address: one when somebody rests is enough.
function remember() {
  clearTimeout(resting);
  resting = setTimeout(() => history.replaceState(null, "", address(here.game, here.action)), 200);
}

function turnTo(name) {
  const place = places()[name];
  if (place) go(...place);
}

function placeOf(link) {
  if (link.dataset.step) return places()[link.dataset.step];
  if (link.dataset.frame) return [here.game, Number(link.dataset.frame)];
  if (link.dataset.tab) return [Number(link.dataset.tab), 0];
  const { game, action } = link.closest("[data-game]").dataset;
  return [Number(game), Number(action)];
}

// The phone's own way to pass an address on, or the clipboard; where a browser has neither, no button.
function offerShare() {
  const button = stage.querySelector("[data-share]");
  if (!button || !(navigator.share || navigator.clipboard)) return;
  const words = button.querySelector("span");
  const usual = words.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const url = new URL(address(here.game, here.action), location.href).href;
    try {
      if (navigator.share) await navigator.share({ title: document.title, url });
      else {
        await navigator.clipboard.writeText(url);
        words.textContent = button.dataset.textCopied;
        setTimeout(() => (words.textContent = usual), 4000);
      }
    } catch {
      // Left without choosing whom to send it to.
    }
  });
}

function listen() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a:is([data-step], [data-frame], [data-tab], [data-show])[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(...placeOf(link));
    if ("show" in link.dataset) document.getElementById("board").scrollIntoView();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    const name = KEYS[event.key];
    if (!name && event.key !== "x") return;
    event.preventDefault();
    if (name) turnTo(name);
    else stage.querySelector('[data-board-option="below"]').click();
  });
  const area = stage.querySelector("[data-swipe]");
  let start = null;
  area.addEventListener("pointerdown", (event) => (start = event.isPrimary && event.pointerType !== "mouse" ? [event.clientX, event.clientY] : null));
  area.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
    start = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) turnTo(x < 0 ? "next" : "previous");
  });
  area.addEventListener("pointercancel", () => (start = null));
}

load(here.game)
  .then(() => {
    // A variation stays as the site drew it until another action is chosen.
    if (!("variation" in stage.dataset)) show(here.game, here.action, false);
    guide();
    listen();
    offerShare();
    stage.dataset.ready = "";
  })
  .catch(() => {});
