// Writing a match down by taps and by keys: dice first, then the checkers; only what the house calls lawful
// completes a play. What cannot be sent waits on this device. Without this file the form does the same by hand.

import { BAR, Board, OFF, addTapZones, counts, draw } from "./board.js";

const SHOWN = 12;
const root = document.getElementById("recorder");
const form = document.getElementById("line-form");
const input = form.querySelector("input[name=line]");
const rows = [...form.querySelectorAll(".dice-row")];
const against = form.querySelector("[data-against]");
const GROUP = root.dataset.group;
const slot = (name) => root.querySelector(`[data-fill="${name}"]`);
const say = (name, text) => (slot(name).textContent = text);
const other = (side) => (side === "white" ? "black" : "white");
const queued = () => JSON.parse(localStorage.getItem("queue") || "[]").filter((item) => item.group === GROUP);
const lineOf = (item) => new URLSearchParams(item.body).get("line");

let desk = JSON.parse(document.getElementById("recorder-state").textContent);
let play = null;
let asked = "";
const known = new Map();

const spots = JSON.parse(document.getElementById("spots").textContent);
const svg = root.querySelector("svg.board");
const board = new Board(svg, spots);
const held = draw("circle", { class: "trace-ring", r: 18, visibility: "hidden" });
svg.append(held);

// A zone's place as the side to play numbers it.
function placeOf(zone, side) {
  if (zone === "far") return side === spots.below ? null : OFF;
  const place = Number(zone);
  if (side === spots.below || place === BAR) return place;
  return place === OFF ? null : 25 - place;
}

// One checker moved on a copy of the board; nothing when the laws of one number forbid it (unless forced).
function hop({ mine, theirs }, start, end) {
  const [own, their] = [[...mine], [...theirs]];
  own[start] -= 1;
  own[end] += 1;
  if (end && their[25 - end] === 1) {
    their[25 - end] = 0;
    their[BAR] += 1;
  }
  return { mine: own, theirs: their };
}

function step(state, start, die) {
  const { mine, theirs } = state;
  const end = Math.max(start - die, OFF);
  if (!mine[start] || (mine[BAR] && start !== BAR)) return null;
  if (end && theirs[25 - end] > 1) return null;
  if (end === OFF) {
    const behind = mine.some((count, place) => place > 6 && count) || (start !== die && mine.some((count, place) => place > start && count));
    if (behind) return null;
  }
  return hop(state, start, end);
}

function codeOf({ mine, theirs }, side, turn = other(side)) {
  const [white, black] = side === "white" ? [mine, theirs] : [theirs, mine];
  return [...white, ...black].map((count) => count.toString(16)).join("") + turn[0];
}

function reaches(state, left, side, legal) {
  if (legal.has(codeOf(state, side))) return true;
  return [...new Set(left)].some((die) => state.mine.some((count, place) => {
    const next = count && place ? step(state, place, die) : null;
    return next && reaches(next, without(left, die), side, legal);
  }));
}

function without(left, die) {
  const at = left.indexOf(die);
  return left.filter((_, index) => index !== at);
}

// The roll in hand: whose, which dice, where the checkers stand now, what is lawful.
function begin(side, dice) {
  const state = { mine: counts(desk.position, side), theirs: counts(desk.position, other(side)) };
  play = { side, dice, left: dice[0] === dice[1] ? [...dice, ...dice] : dice, state, legal: null, early: [] };
  press();
  board.roll(side, dice);
  board.arrows("");
  against.hidden = false;
  learn();
}

async function learn() {
  const mine = play;
  const position = desk.position.slice(0, 52) + mine.side[0];
  const address = root.dataset.plays.replace("position/dice", `${position}/${mine.dice.join("")}`);
  try {
    if (!known.has(address)) known.set(address, (await (await fetch(address)).json()).plays);
    if (mine !== play) return;
    mine.plays = known.get(address);
    mine.legal = new Map(mine.plays.map(([notation, code]) => [code, notation]));
    if (!mine.plays.length && !typed()?.play) {
      write(line(""));
      say("saved", root.dataset.sayDance);
    } else suggest();
    // Somebody may tap faster than the house answers.
    mine.early.splice(0).forEach((place) => mine === play && tapped(place));
  } catch {
    say("saved", root.dataset.sayWaiting);
  }
}

const line = (text, mark = "") => `${play.side} ${play.dice.join("")}${mark} ${text}`.trim();

function typed() {
  const found = input.value.toLowerCase().match(/^\s*(?:(white|black|bianco|nero|w|b)\s*)?([1-6])[-, ]?([1-6])\s*(!?)\s*:?\s*(.*)$/);
  return found && { side: { w: "white", b: "black", bianco: "white", nero: "black" }[found[1]] || found[1], dice: [Number(found[2]), Number(found[3])], mark: found[4], play: found[5].trim() };
}

function matching() {
  const words = (typed()?.play || "").split(/\s+/).filter(Boolean);
  return (play?.plays || []).filter(([notation]) => words.every((word) => notation.split(" ").some((part) => part.startsWith(word))));
}

function deed(text, written) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button quiet small";
  button.textContent = text;
  button.addEventListener("click", () => write(written));
  return button;
}

function suggest() {
  const buttons = matching().slice(0, SHOWN).map(([notation]) => deed(notation, line(notation)));
  slot("suggestions").replaceChildren(...(play && !play.free ? buttons : []));
}

function tapped(place) {
  if (!play?.dice) return say("saved", root.dataset.sayDice);
  if (place === null) return undefined;
  if (play.free) return forced(place);
  if (!play.legal) return play.early.push(place);
  for (const die of new Set(play.left)) {
    const next = step(play.state, place, die);
    const left = without(play.left, die);
    if (next && reaches(next, left, play.side, play.legal)) {
      Object.assign(play, { state: next, left });
      const code = codeOf(next, play.side);
      board.deal(code, true);
      const notation = play.legal.get(code);
      if (notation !== undefined) write(line(notation));
      return undefined;
    }
  }
  return say("saved", root.dataset.sayNowhere);
}

// Against the laws: one tap takes a checker, the next one says where it went.
function forced(place) {
  if (play.from === undefined) {
    if (!play.state.mine[place] || place === OFF) return;
    play.from = place;
    const [x, y] = board.spot(play.side, place, play.state.mine[place] - 1);
    Object.entries({ cx: x, cy: y, visibility: "visible" }).forEach(([name, value]) => held.setAttribute(name, value));
    return;
  }
  held.setAttribute("visibility", "hidden");
  if (place !== play.from && place !== BAR) {
    play.state = hop(play.state, play.from, place);
    const word = (stop) => (stop === BAR ? "bar" : stop === OFF ? "off" : stop);
    play.written = [...(play.written || []), `${word(play.from)}/${word(place)}`];
    board.deal(codeOf(play.state, play.side), true);
    stand(line(play.written.join(" "), "!"));
  }
  play.from = undefined;
}

function stand(text) {
  const button = document.getElementById("let-stand").content.firstElementChild.cloneNode(true);
  button.lastChild.textContent = button.lastChild.textContent.replace("{line}", text.replace(/^(white|black) /, ""));
  button.addEventListener("click", () => write(text));
  slot("suggestions").replaceChildren(button);
}

function press() {
  rows.forEach((row, at) => row.querySelectorAll("[data-face]").forEach((button) =>
    button.setAttribute("aria-pressed", String(Number(button.dataset.face) === (play?.dice ? play.dice[at] : row.face)))));
}

function chose(row, face) {
  row.face = face;
  press();
  const dice = rows.map((each) => each.face);
  if (!dice.every(Boolean)) return;
  rows.forEach((each) => (each.face = 0));
  const starter = desk.phase === "opening" ? (dice[0] > dice[1] ? "white" : "black") : desk.side;
  if (desk.phase === "opening" && dice[0] === dice[1]) {
    press();
    return;
  }
  if (desk.phase === "opening") form.elements.side.value = starter;
  begin(starter, dice);
}

// What is written goes out in order, by queue.js on whatever page; a lost connection only delays it.
function write(text, undo = false) {
  const waiting = queued().length;
  const body = new URLSearchParams(new FormData(form));
  Object.entries({ start: desk.count + waiting, version: desk.version + waiting, line: text }).forEach(([name, value]) => body.set(name, value));
  if (undo) body.set("undo", "1");
  const detail = { group: GROUP, slot: "", isChain: true, title: root.dataset.title, text: text || root.dataset.sayUndo, action: root.dataset.lines, body: body.toString() };
  input.value = "";
  document.dispatchEvent(new CustomEvent("queue:add", { detail }));
}

function refused(told, texts) {
  const [text, ...later] = [...texts, input.value.trim()].filter(Boolean);
  document.dispatchEvent(new CustomEvent("queue:drop", { detail: GROUP }));
  desk = told.state || desk;
  show(false);
  input.value = text || "";
  const box = document.getElementById("refused").content.firstElementChild.cloneNode(true);
  box.querySelector("strong").textContent = told.sentence;
  const link = box.querySelector("a");
  if (told.law) {
    link.href = `/laws/${told.law.id}/`;
    link.textContent = told.law.title;
  } else link.parentElement.remove();
  slot("refusal").replaceChildren(box);
  if (told.illegal_line) stand(told.illegal_line);
  slot("suggestions").append(...later.map((each) => deed(each, each)));
}

document.addEventListener("queue:sent", (event) => {
  if (event.detail.item.group !== GROUP) return;
  event.preventDefault();
  desk = JSON.parse(event.detail.text);
  show(true);
});
document.addEventListener("queue:refused", (event) => {
  if (event.detail.item.group !== GROUP) return;
  event.preventDefault();
  refused(JSON.parse(event.detail.text), queued().map(lineOf));
});
document.addEventListener("queue:waiting", () => queued().length && say("saved", root.dataset.sayWaiting));

function show(glide) {
  play = null;
  held.setAttribute("visibility", "hidden");
  rows.forEach((row) => (row.face = 0));
  press();
  against.setAttribute("aria-pressed", "false");
  against.hidden = true;
  board.deal(desk.position, glide);
  board.roll("white", []);
  board.double(desk.offered || (desk.is_crawford ? 0 : desk.cube), desk.owner, desk.offered ? other(desk.side) : "");
  board.mark(desk.side);
  board.say(desk.position, desk.prompt, desk.score, desk.length);
  say("words", desk.prompt);
  say("game", root.dataset.sayGame.replace("{n}", desk.number));
  say("score", `${desk.score[0]}–${desk.score[1]}`);
  say("saved", desk.count ? root.dataset.saySaved : "");
  slot("crawford").hidden = !desk.is_crawford;
  slot("refusal").replaceChildren();
  slot("suggestions").replaceChildren();
  slot("entries").replaceChildren(...desk.entries.map(([side, text]) => item(text, side)));
  slot("results").replaceChildren(...desk.results.map(([number, text]) => item(`${number}. ${text}`)));
  root.querySelectorAll("[data-sheet]").forEach((part) => (part.hidden = !desk.entries.length));
  slot("results").hidden = !desk.results.length;
  slot("entries").scrollTop = slot("entries").scrollHeight;
  root.querySelectorAll("[data-phases]").forEach((part) => (part.hidden = !part.dataset.phases.split(" ").includes(desk.phase)));
  root.querySelectorAll("[data-opening]").forEach((part) => (part.hidden = desk.phase !== "opening"));
  form.querySelector("[data-double]").hidden = !desk.may_double;
  root.querySelectorAll("[data-undo], [data-hand-in]").forEach((part) => (part.hidden = !desk.count));
  root.querySelectorAll("[name=version]").forEach((field) => (field.value = desk.version));
  form.elements.start.value = desk.count;
  root.querySelector("[data-hand-in] .button").classList.toggle("quiet", desk.phase !== "over");
  if (desk.phase !== "opening") form.querySelectorAll("[name=side]").forEach((radio) => (radio.checked = false));
}

function item(text, side = "") {
  const part = document.createElement("li");
  part.className = side;
  part.textContent = text;
  return part;
}

function undo() {
  if (play) show(true);
  else write("", true);
}

input.addEventListener("input", () => {
  const now = typed();
  const key = now ? `${now.side || form.elements.side.value || desk.side}${now.dice.join("")}` : "";
  if (key !== asked) {
    asked = key;
    const side = now?.side || form.elements.side.value || desk.side;
    if (now && side && desk.phase !== "answer") begin(side, now.dice);
  } else suggest();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  if (button?.name === "undo") return undo();
  if (button?.name === "line") return write(button.value);
  const found = typed();
  const fits = found?.play && !found.mark ? matching() : [];
  const side = form.elements.side.value && !found?.side && desk.phase === "opening" ? `${form.elements.side.value} ` : "";
  if (fits.length === 1) write(line(fits[0][0]));
  else if (input.value.trim()) write(`${side}${input.value.trim()}`);
  return undefined;
});

rows.forEach((row) => row.addEventListener("click", (event) => {
  const face = Number(event.target.closest("[data-face]")?.dataset.face);
  if (face) chose(row, face);
}));

against.addEventListener("click", () => {
  if (!play) return;
  const { side, dice, free } = play;
  begin(side, dice);
  play.free = !free;
  board.deal(desk.position, true);
  against.setAttribute("aria-pressed", String(play.free));
  suggest();
});

svg.addEventListener("click", (event) => {
  const zone = event.target.closest("[data-place]");
  if (zone) tapped(placeOf(zone.dataset.place, play?.side || desk.side));
});

addTapZones(svg, spots);
form.querySelector(".dice-pad").hidden = false;
show(false);
// What was refused while another page was open is shown here, with the lines that follow it.
const earlier = queued().find((item) => item.refused);
if (earlier) refused({ sentence: earlier.refused }, queued().map(lineOf));
else if (!queued().length && matchMedia("(hover: hover)").matches) input.focus({ preventScroll: true });
