// Used by replay.js and recorder.js. The moving parts of a board: checkers, arrows, dice, cube and the side to play. The
// server draws the board and gives the coordinates (`spots`); checkers move by CSS transforms.

export const OFF = 0;
export const BAR = 25;
export const SIDES = ["white", "black"];
const NS = "http://www.w3.org/2000/svg";
const PIPS = ["", "4", "26", "246", "0268", "02468", "013578"];
const DRAWN_PARTS = ":scope > :is(.checker-white, .checker-black, .die, .cube, .turn, [class^=trace])";

export const parseCounts = (code, side) => [...code.slice(side === "white" ? 0 : 26).slice(0, 26)].map((digit) => parseInt(digit, 16));
const pips = (code, side) => parseCounts(code, side).reduce((sum, count, place) => sum + count * place, 0);
const translation = (x, y) => `translate(${x}px, ${y}px)`;
const describeSide = (code, side) =>
  parseCounts(code, side).map((count, place) => (count ? `${place === BAR ? "bar" : place || "off"}×${count}` : "")).filter(Boolean).reverse().join(" ");

export function createSvg(tag, attributes, ...inside) {
  const part = document.createElementNS(NS, tag);
  Object.entries(attributes).forEach(([name, value]) => part.setAttribute(name, value));
  part.append(...inside);
  return part;
}

function createChecker(side) {
  const mark = side === "white" ? createSvg("circle", { class: "checker-mark", r: 12 }) : createSvg("path", { class: "checker-mark", d: "M0 -8l8 8l-8 8l-8 -8z" });
  const disc = createSvg("g", { class: "checker-disc" }, createSvg("circle", { class: "checker", r: 20 }), mark, createSvg("text", { class: "checker-count", y: 6 }));
  const edge = createSvg("rect", { class: "checker checker-edge", x: -21, y: -5, width: 42, height: 10, rx: 3 });
  return createSvg("g", { class: `moving-checker checker-${side}` }, disc, edge);
}

// Which checkers of a side go where between two positions: the rearmost that leaves takes the rearmost free place.
function findMoves(from, to) {
  const leaving = [];
  const found = [];
  for (let place = BAR; place >= OFF; place -= 1) for (let level = from[place]; level > to[place]; level -= 1) leaving.push([place, level - 1]);
  for (let place = BAR; place >= OFF; place -= 1) for (let level = from[place]; level < to[place]; level += 1) found.push([...leaving.shift(), place, level]);
  return found;
}

// A place to tap over every point, the bar and the trays: `data-place` by the count of the side below, "far" for the
// tray of the other side.
export function addTapZones(svg, spots) {
  const height = svg.viewBox.baseVal.height;
  const zone = (place, x, top, width, size) => svg.append(createSvg("rect", { class: "tap-zone", "data-place": place, x: x - width / 2, y: top, width, height: size }));
  spots.stacks[spots.below].forEach(([x, y], place) => {
    if (place !== BAR) zone(place, x, y < height / 2 ? 0 : height / 2, place === OFF ? 54 : 44, height / 2);
  });
  zone(BAR, spots.stacks[spots.below][BAR][0], 0, 50, height);
  const [x, y] = spots.stacks[spots.below === "white" ? "black" : "white"][OFF];
  zone("far", x, y < height / 2 ? 0 : height / 2, 54, height / 2);
}

export class Board {
  constructor(svg, spots) {
    this.svg = svg;
    this.spots = spots;
    this.stacks = {};
    this.layer = createSvg("g", { class: "moving-checkers" });
    this.over = createSvg("g", {});
    this.dice = createSvg("g", {});
    this.turn = createSvg("path", {});
    this.cube = createSvg("g", { class: "cube" }, createSvg("rect", { class: "cube-face", x: -19, y: -19, width: 38, height: 38, rx: 6 }), createSvg("text", { class: "cube-value", y: 7 }));
    svg.querySelectorAll(DRAWN_PARTS).forEach((part) => part.remove());
    svg.append(this.layer, this.over, this.dice, this.cube, this.turn);
    SIDES.forEach((side) => {
      this.stacks[side] = Array.from({ length: 26 }, () => []);
      this.stacks[side][BAR] = Array.from({ length: 15 }, () => createChecker(side));
      this.layer.append(...this.stacks[side][BAR]);
    });
  }

  spot(side, place, level) {
    const [x, y, step, most] = this.spots.stacks[side][place];
    return [x, y + step * Math.min(level, most - 1)];
  }

  // Move the checkers to a position; with `isAnimated` by a transition.
  deal(code, isAnimated) {
    const moved = [];
    const touched = [];
    this.layer.classList.toggle("animating", isAnimated);
    SIDES.forEach((side) => {
      const piles = this.stacks[side];
      const going = findMoves(piles.map((pile) => pile.length), parseCounts(code, side));
      const taken = going.map(([from, , to]) => [piles[from].pop(), to]);
      taken.forEach(([one, to]) => piles[to].push(one));
      moved.push(...taken.map(([one]) => one));
      touched.push(...[...new Set(going.flatMap(([from, , to]) => [from, to]))].map((place) => [side, place]));
    });
    this.layer.append(...moved);
    // Transitions start only after the browser has laid out the new order.
    if (moved.length && isAnimated) this.layer.getBoundingClientRect();
    touched.forEach(([side, place]) => this.stacks[side][place].forEach((one, level, pile) => this.put(one, side, place, level, pile.length)));
  }

  put(one, side, place, level, height) {
    const hidden = place !== OFF && height > this.spots.stacks[side][place][3];
    const text = hidden && level === height - 1 ? String(height) : "";
    const to = translation(...this.spot(side, place, level));
    if (one.style.transform !== to) one.style.transform = to;
    one.classList.toggle("off", place === OFF);
    one.classList.toggle("counted", text !== "");
    const label = one.querySelector("text");
    if (label.textContent !== text) label.textContent = text;
  }

  // Arrows for the last play, or none.
  arrows(before, code, side) {
    const moves = before ? findMoves(parseCounts(before, side), parseCounts(code, side)) : [];
    this.over.replaceChildren(...moves.flatMap(([from, high, to, level]) => this.arrow(this.spot(side, from, high), this.spot(side, to, level), to === OFF)));
  }

  // The arrow of a checker's move: curved along an edge, straight across the board, as in rules/diagram_layout.py.
  arrow([x, y], [endX, endY], off) {
    const middle = this.svg.viewBox.baseVal.height / 2;
    const [bendX, bendY] = [(x + endX) / 2, (y + endY) / 2 + (y < middle === endY < middle ? (y < middle ? 70 : -70) : 0)];
    const far = Math.hypot(bendX - endX, bendY - endY) || 1;
    const [alongX, alongY] = [(bendX - endX) / far, (bendY - endY) / far];
    const at = (distance, side = 0) => `${Math.round(endX + alongX * distance - alongY * side)} ${Math.round(endY + alongY * distance + alongX * side)}`;
    const reach = off ? 0 : 16;
    return [
      createSvg("circle", { class: "trace-empty", cx: x, cy: y, r: 19 }),
      createSvg("path", { class: "trace", d: `M${x} ${y}Q${bendX} ${bendY} ${at(reach + 13)}` }),
      createSvg("path", { class: "trace-head", d: `M${at(reach)}L${at(reach + 15, 8)}L${at(reach + 15, -8)}z` }),
      ...(off ? [] : [createSvg("circle", { class: "trace-ring", cx: endX, cy: endY, r: 18 })]),
    ];
  }

  roll(side, faces) {
    this.dice.replaceChildren(...faces.map((face, number) => this.die(side, face, number)));
  }

  die(side, face, number) {
    const [x, y] = this.spots.dice[side][number];
    const dots = [...PIPS[face] || ""].map((at) => createSvg("circle", { class: "die-pip", cx: (at % 3 - 1) * 10, cy: (Math.floor(at / 3) - 1) * 10, r: 3.6 }));
    const body = createSvg("rect", { class: "die-face", x: -18, y: -18, width: 36, height: 36, rx: 7 });
    return createSvg("g", { class: `die die-${side}`, transform: `translate(${x} ${y})` }, body, ...dots);
  }

  // The cube: `value` 0 is no cube; `doubler` is the side that offers it.
  double(value, owner, doubler) {
    this.cube.style.display = value ? "" : "none";
    this.cube.setAttribute("class", `cube cube-${doubler ? "offered" : owner ? "owned" : "centred"}`);
    this.cube.style.transform = translation(...(doubler ? this.spots.offer[doubler] : this.spots.cube[owner]));
    // A cube has no 1: it lies with its 64 up until the first double.
    this.cube.lastChild.textContent = value === 1 ? 64 : value;
  }

  mark(side) {
    const inward = side === this.spots.below ? -16 : 16;
    this.turn.setAttribute("class", `turn turn-${side}`);
    this.turn.setAttribute("d", side ? `M${this.spots.turn[side][0] - 10} ${this.spots.turn[side][1] - inward / 2}h20l-10 ${inward}z` : "");
  }

  // The pip counts, the score, and the title and description for screen readers.
  say(code, title, score, length) {
    this.svg.querySelectorAll(".board-pips").forEach((text, at) => (text.textContent = pips(code, SIDES[at])));
    this.svg.querySelectorAll(".board-score").forEach((text, at) => (text.textContent = score[at] + (length ? `/${length}` : "")));
    this.svg.querySelector("title").textContent = title;
    this.svg.querySelector("desc").textContent = SIDES.map((each) => `${each === "white" ? "○" : "●"} ${pips(code, each)}: ${describeSide(code, each)}`).join(" ");
  }
}
