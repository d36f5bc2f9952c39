// A board that sets the identifier of a position: tapped or by its buttons. The XGID in the text field and the board
// follow each other. Without this file the identifier or the points are typed.

import { BAR, Board, OFF, SIDES, addTapZones } from "./board.js";

const CHECKERS = 15;
const START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
const XGID = /^(?:XGID=)?([-A-Oa-o]{26}):(\d+):(-1|0|1):(-1|1):([1-6]{2}|00|[DBR])((?::\d+){5})$/;
const OWNERS = { 1: "white", 0: "", "-1": "black" };
const LARGEST_CUBE = 10;
const other = (side) => (side === "white" ? "black" : "white");
const sum = (counts) => counts.reduce((total, count) => total + count, 0);

// The position of an XGID, or nothing if the text is none. Each side's checkers by its own count, 0 off, 25 bar.
function read(text) {
  const parts = text.trim().match(XGID);
  if (!parts || Number(parts[2]) > LARGEST_CUBE) return null;
  const position = { white: Array(26).fill(0), black: Array(26).fill(0), rest: parts[6] };
  [...parts[1]].forEach((letter, place) => {
    if (letter === "-") return;
    const count = letter.toUpperCase().charCodeAt(0) - 64;
    if (letter === letter.toUpperCase()) position.white[place] = count;
    else position.black[BAR - place] = count;
  });
  if (position.white[OFF] || position.black[OFF]) return null;
  for (const side of SIDES) {
    position[side][OFF] = CHECKERS - sum(position[side]);
    if (position[side][OFF] < 0) return null;
  }
  return { ...position, cube: 2 ** Number(parts[2]), owner: OWNERS[parts[3]], turn: parts[4] === "1" ? "white" : "black", dice: parts[5] };
}

function write({ white, black, cube, owner, turn, dice, rest }) {
  const letters = white.map((count, place) => {
    if (place !== OFF && count) return String.fromCharCode(64 + count);
    const opposing = place === BAR ? 0 : black[BAR - place];
    return opposing ? String.fromCharCode(96 + opposing) : "-";
  });
  const owned = { white: 1, "": 0, black: -1 }[owner];
  return `XGID=${letters.join("")}:${Math.log2(cube)}:${owned}:${turn === "white" ? 1 : -1}:${dice}${rest}`;
}

class BoardInput {
  constructor(root) {
    this.root = root;
    this.text = document.getElementById(root.dataset.boardInput);
    this.place = root.querySelector("[data-place-choice]");
    this.cube = root.querySelector("[data-cube-value]");
    this.owner = root.querySelector("[data-cube-owner]");
    this.rows = [...root.querySelectorAll(".dice-row")];
    this.faces = [0, 0];
    this.tool = "white";
    const svg = root.querySelector("svg.board");
    const spots = JSON.parse(root.querySelector("script[type='application/json']").textContent);
    this.board = new Board(svg, spots);
    addTapZones(svg, spots);
    svg.append(this.board.cube);
    root.querySelector("[data-points]").remove();
    root.querySelector("[data-tools]").hidden = false;
    this.listen(svg);
    this.follow();
  }

  listen(svg) {
    this.text.addEventListener("input", () => this.follow());
    svg.addEventListener("click", (event) => {
      const zone = event.target.closest("[data-place]");
      if (event.target.closest(".cube")) this.turnCube();
      else if (zone) this.apply(zone.dataset.place);
    });
    this.root.addEventListener("click", (event) => this.press(event.target.closest("button")));
    this.cube.addEventListener("change", () => this.change({ cube: Number(this.cube.value), owner: this.cube.value === "1" ? "" : this.position.owner }));
    this.owner.addEventListener("change", () => this.change({ owner: this.owner.value, cube: this.owner.value ? Math.max(2, this.position.cube) : this.position.cube }));
  }

  press(button) {
    if (!button) return;
    const { tool, turn, face, preset } = button.dataset;
    if (tool) this.tool = tool;
    if (turn) this.change({ turn });
    if (face) this.roll(this.rows.indexOf(button.parentElement), Number(face));
    if (preset) this.change(preset === "start" ? read(START) : { white: this.bare(), black: this.bare() });
    if (button.matches("[data-place-apply]")) this.apply(this.place.value);
    this.show();
  }

  bare() {
    return [CHECKERS, ...Array(25).fill(0)];
  }

  // What the text says; another text than an XGID leaves the board as it is.
  follow() {
    const position = this.text.value.trim() ? read(this.text.value) : read(START);
    this.say(position ? "" : this.root.dataset.sayText);
    if (!position && this.position) return;
    this.position = position || read(START);
    this.faces = /^[1-6]{2}$/.test(this.position.dice) ? [...this.position.dice].map(Number) : [0, 0];
    this.show();
  }

  change(parts) {
    Object.assign(this.position, parts);
    this.text.value = write(this.position);
    this.show();
  }

  turnCube() {
    const { cube, owner } = this.position;
    this.change(cube === 2 ** LARGEST_CUBE ? { cube: 1, owner: "" } : { cube: cube * 2, owner: owner || this.position.turn });
  }

  roll(row, face) {
    this.faces[row] = this.faces[row] === face ? 0 : face;
    this.change({ dice: this.faces.every(Boolean) ? this.faces.join("") : "00" });
  }

  // One checker put on a place of White's count, or taken off. A tray takes the one that is farthest back.
  apply(zone) {
    if (zone === "0" || zone === "far") return this.bearOff(zone === "0" ? "white" : "black");
    const place = Number(zone);
    const on = (side) => (place === BAR || side === "white" ? place : BAR - place);
    if (this.tool === "remove") {
      const side = SIDES.find((each) => this.position[each][on(each)]);
      if (side) this.move(side, on(side), OFF);
    } else if (this.position[this.tool][OFF]) {
      const opponent = other(this.tool);
      while (place !== BAR && this.position[opponent][on(opponent)]) this.move(opponent, on(opponent), OFF);
      this.move(this.tool, OFF, on(this.tool));
    } else return this.say(this.root.dataset.sayNoneLeft);
    this.change({});
    return this.sayPlace(place === BAR ? this.root.dataset.sayBar : this.root.dataset.sayPoint.replace("{n}", place), on("white"), on("black"));
  }

  bearOff(side) {
    for (let place = BAR; place > OFF; place -= 1) {
      if (this.position[side][place]) {
        this.move(side, place, OFF);
        break;
      }
    }
    this.change({});
    this.sayPlace(this.root.dataset.sayOff, OFF, OFF);
  }

  move(side, from, to) {
    this.position[side][from] -= 1;
    this.position[side][to] += 1;
  }

  say(text) {
    this.root.querySelector("[data-status]").textContent = text;
  }

  sayPlace(name, white, black) {
    const counts = { place: name, white: this.position.white[white], black: this.position.black[black] };
    this.say(this.root.dataset.sayPlace.replace(/\{(\w+)\}/g, (_, key) => counts[key]));
  }

  show() {
    const { cube, owner, turn, dice } = this.position;
    const code = SIDES.map((side) => this.position[side].map((count) => count.toString(16)).join("")).join("") + turn[0];
    const isDoubled = /[DBR]/.test(dice);
    this.board.deal(code, false);
    this.board.roll(turn, dice === "00" || isDoubled ? [] : this.faces);
    this.board.double(isDoubled ? cube * 2 : cube, owner, isDoubled ? turn : "");
    this.board.mark(turn);
    this.board.say(code, this.root.dataset.sayTitle, ["", ""], 0);
    this.cube.value = String(cube);
    this.owner.value = owner;
    const press = (name, value) => this.root.querySelectorAll(`[data-${name}]`).forEach((button) => button.setAttribute("aria-pressed", String(button.dataset[name] === value)));
    press("tool", this.tool);
    press("turn", turn);
    this.rows.forEach((row, at) => row.querySelectorAll("[data-face]").forEach((button) => button.setAttribute("aria-pressed", String(Number(button.dataset.face) === this.faces[at]))));
  }
}

document.querySelectorAll("[data-board-input]").forEach((root) => new BoardInput(root));
