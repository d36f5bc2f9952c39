// Steps through a recorded game without asking the house for every move: a game comes once, as data, and the
// checkers move by transforms alone. Without this file every link loads its page.

const NS = "http://www.w3.org/2000/svg";
const OFF = 0;
const BAR = 25;
const SIDES = ["white", "black"];
const PIPS = ["", "4", "26", "246", "0268", "02468", "013578"];
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", PageUp: "previous-game", PageDown: "next-game", f: "fault" };
const SWIPE = 40;

const stage = document.getElementById("replay");
const spots = JSON.parse(document.getElementById("spots").textContent);
const svg = stage.querySelector("svg.board");
const list = stage.querySelector(".moves");
const marks = document.getElementById("marks").content;
const tabs = [...stage.querySelectorAll("[data-tab]")].map((tab) => Number(tab.dataset.tab));
const faults = [...document.querySelectorAll('.findings [data-severity="error"]')]
  .map(({ dataset }) => [Number(dataset.game), Number(dataset.action)])
  .filter(([game]) => game)
  .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
const look = [...new URLSearchParams(location.search)].filter(([name]) => name === "below" || name === "home");
const games = new Map();
const stacks = {};
let here = { game: Number(stage.dataset.game), action: Number(stage.dataset.action) };
let wanted = here;
let resting = 0;

const address = (game, action, shown = look) => `?${new URLSearchParams([["game", game], ["action", action], ...shown])}#board`;
const slot = (name) => stage.querySelector(`[data-fill="${name}"]`);
const shift = (x, y) => `translate(${x}px, ${y}px)`;
const counts = (code, side) => [...code.slice(side === "white" ? 0 : 26).slice(0, 26)].map((digit) => parseInt(digit, 16));

function draw(tag, attributes, ...inside) {
  const part = document.createElementNS(NS, tag);
  Object.entries(attributes).forEach(([name, value]) => part.setAttribute(name, value));
  part.append(...inside);
  return part;
}

function spot(side, place, level) {
  const [x, y, step, most] = spots.stacks[side][place];
  return [x, y + step * Math.min(level, most - 1)];
}

// The moving parts: thirty checkers, the arrows of the last play, dice, cube, whose turn it is.
const layer = draw("g", { class: "pieces" });
const over = draw("g", {});
const dice = draw("g", {});
const cube = draw("g", { class: "cube" }, draw("rect", { class: "cube-face", x: -19, y: -19, width: 38, height: 38, rx: 6 }), draw("text", { class: "cube-value", y: 7 }));
const turn = draw("path", {});

function piece(side) {
  const mark = side === "white" ? draw("circle", { class: "checker-mark", r: 12 }) : draw("path", { class: "checker-mark", d: "M0 -8l8 8l-8 8l-8 -8z" });
  const disc = draw("g", { class: "disc" }, draw("circle", { class: "checker", r: 20 }), mark, draw("text", { class: "checker-count", y: 6 }));
  const slab = draw("rect", { class: "checker slab", x: -21, y: -5, width: 42, height: 10, rx: 3 });
  return draw("g", { class: `piece checker-${side}` }, disc, slab);
}

function set() {
  svg.querySelectorAll(":scope > :is(.checker-white, .checker-black, .die, .cube, .turn, [class^=trace])").forEach((part) => part.remove());
  svg.append(layer, over, dice, cube, turn);
  SIDES.forEach((side) => {
    stacks[side] = Array.from({ length: 26 }, () => []);
    stacks[side][BAR] = Array.from({ length: 15 }, () => piece(side));
    layer.append(...stacks[side][BAR]);
  });
}

// Which checkers of a side go where between two positions: the rearmost that leaves takes the rearmost free place.
function ways(from, to) {
  const leaving = [];
  const found = [];
  for (let place = BAR; place >= OFF; place -= 1) for (let level = from[place]; level > to[place]; level -= 1) leaving.push([place, level - 1]);
  for (let place = BAR; place >= OFF; place -= 1) for (let level = from[place]; level < to[place]; level += 1) found.push([...leaving.shift(), place, level]);
  return found;
}

function deal(code) {
  const moved = [];
  SIDES.forEach((side) => {
    const piles = stacks[side];
    const taken = ways(piles.map((pile) => pile.length), counts(code, side)).map(([from, , to]) => [piles[from].pop(), to]);
    taken.forEach(([one, to]) => piles[to].push(one));
    moved.push(...taken.map(([one]) => one));
  });
  layer.append(...moved);
  // The browser must have seen the moved ones in their new order before they can glide.
  layer.getBoundingClientRect();
  SIDES.forEach((side) => stacks[side].forEach((pile, place) => pile.forEach((one, level) => put(one, side, place, level, pile.length))));
}

function put(one, side, place, level, height) {
  const hidden = place !== OFF && height > spots.stacks[side][place][3];
  const text = hidden && level === height - 1 ? String(height) : "";
  const to = shift(...spot(side, place, level));
  if (one.style.transform !== to) one.style.transform = to;
  one.classList.toggle("off", place === OFF);
  one.classList.toggle("counted", text !== "");
  const label = one.querySelector("text");
  if (label.textContent !== text) label.textContent = text;
}

// The arrow of a checker's way: bowed along an edge, straight across the board, as the house draws it.
function arrow([x, y], [endX, endY], off) {
  const middle = svg.viewBox.baseVal.height / 2;
  const [bendX, bendY] = [(x + endX) / 2, (y + endY) / 2 + (y < middle === endY < middle ? (y < middle ? 70 : -70) : 0)];
  const far = Math.hypot(bendX - endX, bendY - endY) || 1;
  const [alongX, alongY] = [(bendX - endX) / far, (bendY - endY) / far];
  const at = (distance, side = 0) => `${Math.round(endX + alongX * distance - alongY * side)} ${Math.round(endY + alongY * distance + alongX * side)}`;
  const reach = off ? 0 : 16;
  return [
    draw("circle", { class: "trace-empty", cx: x, cy: y, r: 19 }),
    draw("path", { class: "trace", d: `M${x} ${y}Q${bendX} ${bendY} ${at(reach + 13)}` }),
    draw("path", { class: "trace-head", d: `M${at(reach)}L${at(reach + 15, 8)}L${at(reach + 15, -8)}z` }),
    ...(off ? [] : [draw("circle", { class: "trace-ring", cx: endX, cy: endY, r: 18 })]),
  ];
}

function trace(before, code, side, kind) {
  const moves = before && (kind === "roll" || kind === "condone") ? ways(counts(before, side), counts(code, side)) : [];
  over.replaceChildren(...moves.flatMap(([from, high, to, level]) => arrow(spot(side, from, high), spot(side, to, level), to === OFF)));
}

function die(side, face, number) {
  const [x, y] = spots.dice[side][number];
  const pips = [...PIPS[face] || ""].map((at) => draw("circle", { class: "die-pip", cx: (at % 3 - 1) * 10, cy: (Math.floor(at / 3) - 1) * 10, r: 3.6 }));
  const body = draw("rect", { class: "die-face", x: -18, y: -18, width: 36, height: 36, rx: 7 });
  return draw("g", { class: `die die-${side}`, transform: `translate(${x} ${y})` }, body, ...pips);
}

function show(game, action, glide) {
  const data = games.get(game);
  const [code, kind, side, rolled, value, owner, words, , finding, offer] = data.frames[action];
  layer.classList.toggle("gliding", glide);
  deal(code);
  trace(data.frames[action - 1]?.[0], code, side, kind);
  dice.replaceChildren(...rolled.map((face, number) => die(side, face, number)));
  const offered = kind === "double" || kind === "beaver";
  cube.style.display = data.crawford && !offered ? "none" : "";
  cube.setAttribute("class", `cube cube-${offered ? "offered" : owner ? "owned" : "centred"}`);
  cube.style.transform = shift(...(offered ? spots.offer[side] : spots.cube[owner]));
  cube.lastChild.textContent = offered ? offer : value;
  const mover = side || (code[52] === "w" ? "white" : "black");
  const inward = mover === spots.below ? -16 : 16;
  turn.setAttribute("class", `turn turn-${mover}`);
  turn.setAttribute("d", `M${spots.turn[mover][0] - 10} ${spots.turn[mover][1] - inward / 2}h20l-10 ${inward}z`);
  svg.querySelectorAll(".board-pips").forEach((text, at) => (text.textContent = pips(code, SIDES[at])));
  svg.querySelectorAll(".board-score").forEach((text, at) => (text.textContent = data.score[at] + (data.length ? `/${data.length}` : "")));
  svg.querySelector("title").textContent = `${named(game)}, ${action}: ${words}`;
  svg.querySelector("desc").textContent = SIDES.map((each) => `${each === "white" ? "○" : "●"} ${pips(code, each)}: ${told(code, each)}`).join(" ");
  slot("words").textContent = words;
  slot("remark").replaceChildren(...remark(finding));
}

const named = (game) => stage.dataset.sayGame.replace("{n}", game);
const pips = (code, side) => counts(code, side).reduce((sum, count, place) => sum + count * place, 0);
const told = (code, side) =>
  counts(code, side).map((count, place) => (count ? `${place === BAR ? "bar" : place || "off"}×${count}` : "")).filter(Boolean).reverse().join(" ");

function remark(finding) {
  const source = document.getElementById(`finding-${finding}`);
  if (!source) return [];
  const copy = source.cloneNode(true);
  copy.removeAttribute("id");
  copy.querySelector(".to-board")?.remove();
  return [copy];
}

function aim(name, place) {
  const link = stage.querySelector(`[data-go="${name}"]`);
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
  const later = faults.find(([number, where]) => number > game || (number === game && where > action));
  return {
    first: action && [game, 0],
    previous: action ? [game, action - 1] : before && [before, games.get(before) ? games.get(before).frames.length - 1 : 99999],
    next: action < last ? [game, action + 1] : after && [after, 0],
    last: action < last && [game, last],
    "previous-game": before && [before, 0],
    "next-game": after && [after, 0],
    fault: later || faults[0],
  };
}

function guide() {
  const { game, action } = here;
  Object.entries(places()).forEach(([name, place]) => aim(name, place));
  slot("place").textContent = `${action}/${games.get(game).frames.length - 1}`;
  stage.querySelectorAll("[data-look]").forEach((link) => {
    const kept = new URLSearchParams(link.getAttribute("href").split("#")[0]);
    link.href = address(game, action, [...kept].filter(([name]) => name === "below" || name === "home"));
  });
  list.querySelectorAll("[aria-current]").forEach((link) => link.removeAttribute("aria-current"));
  const shown = list.children[action - 1]?.firstChild;
  shown?.setAttribute("aria-current", "step");
  // The action on the board stays in sight in its own list, without moving the page.
  requestAnimationFrame(() => (list.scrollTop = shown ? shown.offsetTop - list.clientHeight / 3 : 0));
}

function open(game) {
  const data = games.get(game);
  slot("game").textContent = named(game);
  slot("score").textContent = stage.dataset.sayScore.replace("{a}", data.score[0]).replace("{b}", data.score[1]);
  slot("crawford").hidden = !data.crawford;
  stage.querySelectorAll("[data-tab]").forEach((tab) => {
    if (Number(tab.dataset.tab) === game) {
      tab.setAttribute("aria-current", "true");
      tab.parentElement.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.parentElement.offsetLeft - 80;
    } else tab.removeAttribute("aria-current");
  });
  const positions = stage.querySelector("[data-positions]");
  positions.href = positions.getAttribute("href").replace(/\d+\/($|\?)/, `${game}/$1`);
  list.replaceChildren(...data.frames.slice(1).map((frame, at) => entry(game, at + 1, frame)));
}

function entry(game, action, [, kind, side, , , , , text, finding]) {
  const link = document.createElement("a");
  link.href = address(game, action);
  link.dataset.to = action;
  link.textContent = text;
  const grave = document.getElementById(`finding-${finding}`)?.dataset.severity === "error";
  const mark = grave ? ".fault-mark" : kind === "condone" ? ".condoned-mark" : "";
  if (mark) link.append(" ", marks.querySelector(mark).cloneNode(true));
  const line = document.createElement("li");
  line.className = side;
  line.append(link);
  return line;
}

async function load(game) {
  if (!games.has(game)) {
    const answer = await fetch(stage.dataset.source.replace(/0\/$/, `${game}/`), { cache: "no-cache" });
    if (!answer.ok) throw new Error(String(answer.status));
    games.set(game, await answer.json());
  }
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
  if (link.dataset.go) return places()[link.dataset.go];
  if (link.dataset.to) return [here.game, Number(link.dataset.to)];
  if (link.dataset.tab) return [Number(link.dataset.tab), 0];
  const { game, action } = link.closest("[data-game]").dataset;
  return [Number(game), Number(action)];
}

function listen() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a:is([data-go], [data-to], [data-tab], [data-show])[href]");
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
    else stage.querySelector('[data-look="below"]').click();
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
    set();
    show(here.game, here.action, false);
    guide();
    listen();
    stage.dataset.ready = "";
  })
  .catch(() => {});
