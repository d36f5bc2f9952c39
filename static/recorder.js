// Used by the recorder of a match. Dice and plays are entered by taps or keys; only a play the server calls legal is
// completed. Lines that cannot be sent wait in queue.js. Without this file the form takes typed lines.

import { BAR, Board, OFF, addTapZones, createSvg, parseCounts } from "./board.js";

const SUGGESTION_LIMIT = 24;
const root = document.getElementById("recorder");
const form = document.getElementById("play-form");
const input = form.querySelector("input[name=line]");
const rows = [...form.querySelectorAll(".dice-row")];
const illegalPlayButton = form.querySelector("[data-illegal-play]");
const GROUP = root.dataset.group;
const getSlot = (name) => root.querySelector(`[data-slot="${name}"]`);
const setText = (name, text) => (getSlot(name).textContent = text);
const opponentOf = (side) => (side === "white" ? "black" : "white");
const isLine = (item) => item.group === GROUP && item.action === root.dataset.linesUrl;
const getQueuedLines = () => JSON.parse(localStorage.getItem("queue") || "[]").filter(isLine);
// The position that is shown does not know the lines that wait.
const areLinesWaiting = () => getQueuedLines().length > 0;
const getLine = (item) => new URLSearchParams(item.body).get("line");

let desk = JSON.parse(document.getElementById("recorder-state").textContent);
let play = null;
let typedRoll = "";
const playsByAddress = new Map();

const layout = JSON.parse(document.getElementById("spots").textContent);
const svg = root.querySelector("svg.board");
const board = new Board(svg, layout);
const originMark = createSvg("circle", { class: "trace-ring", r: 18, visibility: "hidden" });
svg.append(originMark);

// A zone's place as the side to play numbers it.
function placeOfZone(zone, side) {
  if (zone === "far") return side === layout.below ? null : OFF;
  const place = Number(zone);
  if (side === layout.below || place === BAR) return place;
  return place === OFF ? null : 25 - place;
}

// Move one checker on a copy of the board, hitting a blot where there is one.
function moveChecker({ own, opponent }, start, end) {
  const [ownCounts, opponentCounts] = [[...own], [...opponent]];
  ownCounts[start] -= 1;
  ownCounts[end] += 1;
  if (end && opponentCounts[25 - end] === 1) {
    opponentCounts[25 - end] = 0;
    opponentCounts[BAR] += 1;
  }
  return { own: ownCounts, opponent: opponentCounts };
}

function moveByDie(state, start, die) {
  const { own, opponent } = state;
  const end = Math.max(start - die, OFF);
  if (!own[start] || (own[BAR] && start !== BAR)) return null;
  if (end && opponent[25 - end] > 1) return null;
  if (end === OFF) {
    const behind = own.some((count, place) => place > 6 && count) || (start !== die && own.some((count, place) => place > start && count));
    if (behind) return null;
  }
  return moveChecker(state, start, end);
}

function encodePosition({ own, opponent }, side, turn = opponentOf(side)) {
  const [white, black] = side === "white" ? [own, opponent] : [opponent, own];
  return [...white, ...black].map((count) => count.toString(16)).join("") + turn[0];
}

function canComplete(state, left, side, legalCodes) {
  if (legalCodes.has(encodePosition(state, side))) return true;
  return [...new Set(left)].some((die) => state.own.some((count, place) => {
    const next = count && place ? moveByDie(state, place, die) : null;
    return next && canComplete(next, removeDie(left, die), side, legalCodes);
  }));
}

function removeDie(left, die) {
  const at = left.indexOf(die);
  return left.filter((_, index) => index !== at);
}

// Begin a play: its side, dice, the position as it is being played, and its legal plays once they are known.
function startPlay(side, dice) {
  const state = { own: parseCounts(desk.position, side), opponent: parseCounts(desk.position, opponentOf(side)) };
  play = { side, dice, left: dice[0] === dice[1] ? [...dice, ...dice] : dice, state, legal: null, early: [] };
  updateDice();
  getSlot("refusal").replaceChildren();
  board.roll(side, dice);
  board.arrows("");
  illegalPlayButton.hidden = false;
  loadPlays();
}

async function loadPlays() {
  const requested = play;
  const position = desk.position.slice(0, 52) + requested.side[0];
  const address = root.dataset.playsUrl.replace("position/dice", `${position}/${requested.dice.join("")}`);
  try {
    if (!playsByAddress.has(address)) playsByAddress.set(address, (await (await fetch(address)).json()).plays);
    if (requested !== play) return;
    requested.plays = playsByAddress.get(address);
    requested.legal = new Map(requested.plays.map(([notation, code]) => [code, notation]));
    if (!requested.plays.length && !parseInput()?.play) {
      queueLine(line(""));
      setText("saved", root.dataset.textDance);
    } else suggest();
    // Taps made before the response came.
    requested.early.splice(0).forEach((place) => requested === play && tapPoint(place));
  } catch {
    setText("saved", root.dataset.textWaiting);
  }
}

const line = (text, mark = "") => `${play.side} ${play.dice.join("")}${mark} ${text}`.trim();

function parseInput() {
  const match = input.value.toLowerCase().match(/^\s*(?:(white|black|bianco|nero|w|b)\s*)?([1-6])[-, ]?([1-6])\s*(!?)\s*:?\s*(.*)$/);
  return match && { side: { w: "white", b: "black", bianco: "white", nero: "black" }[match[1]] || match[1], dice: [Number(match[2]), Number(match[3])], mark: match[4], play: match[5].trim() };
}

function matchTypedPlay() {
  const words = (parseInput()?.play || "").split(/\s+/).filter(Boolean);
  return (play?.plays || []).filter(([notation]) => words.every((word) => notation.split(" ").some((part) => part.startsWith(word))));
}

function createButton(text, written) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button secondary small";
  button.textContent = text;
  button.addEventListener("click", () => queueLine(written));
  return button;
}

function suggest() {
  const plays = play && !play.free ? matchTypedPlay() : [];
  const buttons = plays.slice(0, SUGGESTION_LIMIT).map(([notation]) => createButton(notation, line(notation)));
  const more = plays.length - buttons.length;
  getSlot("suggestions").replaceChildren(...buttons, ...(more ? [createParagraph(root.dataset.textMore.replace("{count}", more))] : []));
}

function tapPoint(place) {
  if (!play?.dice) return setText("saved", root.dataset.textDice);
  if (place === null) return undefined;
  if (play.free) return tapIllegalPlay(place);
  if (!play.legal) return play.early.push(place);
  for (const die of new Set(play.left)) {
    const next = moveByDie(play.state, place, die);
    const left = removeDie(play.left, die);
    if (next && canComplete(next, left, play.side, play.legal)) {
      Object.assign(play, { state: next, left });
      const code = encodePosition(next, play.side);
      board.deal(code, true);
      const notation = play.legal.get(code);
      if (notation !== undefined) queueLine(line(notation));
      return undefined;
    }
  }
  return setText("saved", root.dataset.textNowhere);
}

// An illegal play: one tap takes a checker, the next one says where it went.
function tapIllegalPlay(place) {
  if (play.from === undefined) {
    if (!play.state.own[place] || place === OFF) return;
    play.from = place;
    const [x, y] = board.spot(play.side, place, play.state.own[place] - 1);
    Object.entries({ cx: x, cy: y, visibility: "visible" }).forEach(([name, value]) => originMark.setAttribute(name, value));
    return;
  }
  originMark.setAttribute("visibility", "hidden");
  if (place !== play.from && place !== BAR) {
    play.state = moveChecker(play.state, play.from, place);
    const word = (stop) => (stop === BAR ? "bar" : stop === OFF ? "off" : stop);
    play.written = [...(play.written || []), `${word(play.from)}/${word(place)}`];
    board.deal(encodePosition(play.state, play.side), true);
    offerIllegalPlay(line(play.written.join(" "), "!"));
  }
  play.from = undefined;
}

function createParagraph(text) {
  const part = document.createElement("p");
  part.textContent = text;
  return part;
}

function offerIllegalPlay(text) {
  const button = document.getElementById("illegal-play-button").content.firstElementChild.cloneNode(true);
  button.lastChild.textContent = button.lastChild.textContent.replace("{line}", text.replace(/^(white|black) /, ""));
  button.addEventListener("click", () => queueLine(text));
  getSlot("suggestions").replaceChildren(button);
}

function updateDice() {
  rows.forEach((row, at) => row.querySelectorAll("[data-face]").forEach((button) =>
    button.setAttribute("aria-pressed", String(Number(button.dataset.face) === (play?.dice ? play.dice[at] : row.face)))));
}

function chooseDie(row, face) {
  row.face = face;
  updateDice();
  if (areLinesWaiting()) setText("saved", root.dataset.textWaiting);
  else startChosenRoll();
}

function clearDice() {
  rows.forEach((row) => (row.face = 0));
  updateDice();
}

function startChosenRoll() {
  const dice = rows.map((row) => row.face);
  if (!dice.every(Boolean)) return;
  clearDice();
  const starter = desk.phase === "opening" ? (dice[0] > dice[1] ? "white" : "black") : desk.side;
  if (desk.phase === "opening" && dice[0] === dice[1]) {
    updateDice();
    return;
  }
  if (desk.phase === "opening") form.elements.side.value = starter;
  startPlay(starter, dice);
}

// Lines are sent in order by queue.js, on whatever page is open.
function queueLine(text, isUndo = false) {
  const waiting = getQueuedLines();
  // An undo that waits takes a line away.
  const start = waiting.reduce((count, item) => count + (getLine(item) ? 1 : -1), desk.count);
  const body = new URLSearchParams(new FormData(form));
  Object.entries({ start: Math.max(start, 0), version: desk.version + waiting.length, line: text }).forEach(([name, value]) => body.set(name, value));
  if (isUndo) body.set("undo", "1");
  const detail = { group: GROUP, slot: "", isChain: true, title: root.dataset.title, text: text || root.dataset.textUndo, action: root.dataset.linesUrl, body: body.toString() };
  input.value = "";
  play = null;
  clearDice();
  getSlot("suggestions").replaceChildren();
  document.dispatchEvent(new CustomEvent("queue:add", { detail }));
}

function showRefusal(answer, texts) {
  const [text, ...later] = [...texts, input.value.trim()].filter(Boolean);
  document.dispatchEvent(new CustomEvent("queue:drop", { detail: GROUP }));
  desk = answer.state || desk;
  clearDice();
  showState(false);
  setText("saved", "");
  input.value = text || "";
  const box = document.getElementById("refused").content.firstElementChild.cloneNode(true);
  box.querySelector("strong").textContent = answer.sentence;
  const link = box.querySelector("a");
  if (answer.law) {
    link.href = `/laws/${answer.law.id}/`;
    link.textContent = answer.law.title;
  } else link.parentElement.remove();
  getSlot("refusal").replaceChildren(box);
  if (answer.illegal_line) offerIllegalPlay(answer.illegal_line);
  // Lines that were meant for another position than the one that is shown now are not entered by one tap.
  if (answer.code !== "draft_changed") getSlot("suggestions").append(...later.map((each) => createButton(each, each)));
  else if (later.length) box.querySelector("div").append(createParagraph(`${document.getElementById("queue-texts").dataset.textRefused} ${later.join("; ")}`));
}

document.addEventListener("queue:sent", (event) => {
  if (!isLine(event.detail.item)) return;
  event.preventDefault();
  desk = JSON.parse(event.detail.text);
  showState(true);
  // What was chosen or typed while the line was on its way belongs to the position after it. The line leaves the queue
  // only after this event.
  queueMicrotask(startInput);
});
document.addEventListener("queue:refused", (event) => {
  if (!isLine(event.detail.item)) return;
  event.preventDefault();
  showRefusal(JSON.parse(event.detail.text), getQueuedLines().map(getLine));
});
document.addEventListener("queue:waiting", () => {
  if (areLinesWaiting()) setText("saved", root.dataset.textWaiting);
  showWaiting();
});
document.addEventListener("queue:changed", showWaiting);

// The position that is shown is the one before the lines that wait: what follows them is not known here, so every action is
// offered.
function showWaiting() {
  const count = getQueuedLines().length;
  const text = count === 1 ? root.dataset.textBeforeOne : root.dataset.textBeforeMany.replace("{count}", count);
  setText("before", count ? text : "");
  getSlot("before").hidden = !count;
  showParts(count > 0);
}

function showParts(areAllOffered) {
  const isOffered = (part) => areAllOffered && part.matches("button[name=line], .typed-play, .resign, .hint");
  root.querySelectorAll("[data-phases]").forEach((part) => (part.hidden = !part.dataset.phases.split(" ").includes(desk.phase) && !isOffered(part)));
  form.querySelector("[data-double]").hidden = !desk.may_double && !areAllOffered;
}

function showState(isAnimated) {
  play = null;
  originMark.setAttribute("visibility", "hidden");
  updateDice();
  illegalPlayButton.setAttribute("aria-pressed", "false");
  illegalPlayButton.hidden = true;
  board.deal(desk.position, isAnimated);
  board.roll("white", []);
  board.double(desk.offered || (desk.is_crawford ? 0 : desk.cube), desk.owner, desk.offered ? opponentOf(desk.side) : "");
  board.mark(desk.side);
  board.say(desk.position, desk.prompt, desk.score, desk.length);
  setText("words", desk.prompt);
  setText("game", root.dataset.textGame.replace("{n}", desk.number));
  setText("score", `${desk.score[0]}–${desk.score[1]}`);
  setText("saved", desk.count ? root.dataset.textSaved : "");
  getSlot("crawford").hidden = !desk.is_crawford;
  getSlot("refusal").replaceChildren();
  getSlot("suggestions").replaceChildren();
  getSlot("entries").replaceChildren(...desk.entries.map(([side, text]) => createItem(text, side)));
  getSlot("results").replaceChildren(...desk.results.map(([number, text]) => createItem(`${number}. ${text}`)));
  root.querySelectorAll("[data-sheet]").forEach((part) => (part.hidden = !desk.entries.length));
  getSlot("results").hidden = !desk.results.length;
  getSlot("entries").scrollTop = getSlot("entries").scrollHeight;
  showParts(false);
  root.querySelectorAll("[data-opening]").forEach((part) => (part.hidden = desk.phase !== "opening"));
  root.querySelectorAll("[data-undo], [data-upload]").forEach((part) => (part.hidden = !desk.count));
  root.querySelectorAll("[name=version]").forEach((field) => (field.value = desk.version));
  form.elements.start.value = desk.count;
  root.querySelector("[data-upload] .button").classList.toggle("secondary", desk.phase !== "over");
  if (desk.phase !== "opening") form.querySelectorAll("[name=side]").forEach((radio) => (radio.checked = false));
}

function createItem(text, side = "") {
  const part = document.createElement("li");
  part.className = side;
  part.textContent = text;
  return part;
}

function undoLast() {
  if (play) showState(true);
  else queueLine("", true);
}

function startInput() {
  if (areLinesWaiting()) return;
  typedRoll = "";
  startChosenRoll();
  if (!play) readTypedRoll();
}

function readTypedRoll() {
  if (areLinesWaiting()) return;
  const now = parseInput();
  const key = now ? `${now.side || form.elements.side.value || desk.side}${now.dice.join("")}` : "";
  if (key !== typedRoll) {
    typedRoll = key;
    const side = now?.side || form.elements.side.value || desk.side;
    if (now && side && desk.phase !== "answer") startPlay(side, now.dice);
  } else suggest();
}

input.addEventListener("input", readTypedRoll);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  if (button?.name === "undo") return undoLast();
  if (button?.name === "line") return queueLine(button.value);
  const parsed = parseInput();
  const matchingPlays = parsed?.play && !parsed.mark ? matchTypedPlay() : [];
  const side = form.elements.side.value && !parsed?.side && desk.phase === "opening" && !areLinesWaiting() ? `${form.elements.side.value} ` : "";
  if (matchingPlays.length === 1) queueLine(line(matchingPlays[0][0]));
  else if (input.value.trim()) queueLine(`${side}${input.value.trim()}`);
  return undefined;
});

rows.forEach((row) => row.addEventListener("click", (event) => {
  const face = Number(event.target.closest("[data-face]")?.dataset.face);
  if (face) chooseDie(row, face);
}));

illegalPlayButton.addEventListener("click", () => {
  if (!play) return;
  const { side, dice, free } = play;
  startPlay(side, dice);
  play.free = !free;
  board.deal(desk.position, true);
  illegalPlayButton.setAttribute("aria-pressed", String(play.free));
  suggest();
});

svg.addEventListener("click", (event) => {
  const zone = event.target.closest("[data-place]");
  if (zone) tapPoint(placeOfZone(zone.dataset.place, play?.side || desk.side));
});

addTapZones(svg, layout);
form.querySelector(".dice-pad").hidden = false;
showState(false);
// A line that was refused while another page was open is shown here, with the lines after it.
const refusedItem = getQueuedLines().find((item) => item.refused);
if (refusedItem) showRefusal({ sentence: refusedItem.refused, code: refusedItem.refusedCode }, getQueuedLines().map(getLine));
else if (!getQueuedLines().length && matchMedia("(hover: hover)").matches) input.focus({ preventScroll: true });
