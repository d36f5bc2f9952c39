// Used by the page of a money session: marks the buttons whose entries wait on this phone (queue.js), offers the answers to a
// double that waits, and lets the reader settle refused entries of this table.

const main = document.getElementById("main");
const tableTexts = document.getElementById("table-texts").dataset;
// What a form sends beside its entry.
const ENVELOPE = ["key", "version", "csrfmiddlewaretoken"];
// The buttons that the server has disabled, and the labels it has written.
const disabledByServer = new WeakMap();
const serverTexts = new WeakMap();

function loadQueue() {
  try {
    return JSON.parse(localStorage.getItem("queue") || "[]");
  } catch {
    return [];
  }
}

// Without those that wait behind a refused one: what is entered now comes before them.
function loadItems(group) {
  const items = loadQueue().filter((item) => item.tableEntry && item.group === group);
  return items.filter((item) => !item.refused && !items.some((other) => other.refused && other.id === item.waitsFor));
}

// The entries that wait, in order. An undo that waits takes back the last one, or an entry that is on the page already.
function listEntries(group) {
  const entries = [];
  let undone = 0;
  for (const item of loadItems(group)) {
    if (item.tableEntry !== "undo") entries.push(item);
    else if (!entries.pop()) undone += 1;
  }
  return { entries, undone };
}

function getContent(action, body) {
  const fields = new URLSearchParams(body);
  ENVELOPE.forEach((name) => fields.delete(name));
  fields.sort();
  return `${action}?${fields}`;
}

function getButtonContent(form, button) {
  const body = new URLSearchParams(new FormData(form));
  if (button.name) body.append(button.name, button.value);
  return getContent(new URL(form.action).pathname, body);
}

// The answers to each double that waits, and to no other.
function showAnswers(form, entries) {
  for (const template of form.querySelectorAll("template[data-answers-to]")) {
    const isWaiting = entries.some((item) => new URLSearchParams(item.body).get("event") === template.dataset.answersTo);
    const shown = template.nextElementSibling?.matches("[data-answers]") ? template.nextElementSibling : null;
    if (isWaiting === Boolean(shown)) continue;
    if (shown) shown.remove();
    else {
      const { incomplete, endsIfDropped } = template.dataset;
      const box = document.createElement("div");
      Object.assign(box.dataset, { answers: "" }, incomplete === "" && { incomplete }, endsIfDropped === "" && { endsIfDropped });
      box.append(template.content.cloneNode(true));
      template.after(box);
    }
  }
}

function markButton(button, isWaiting, isDisabled) {
  if (!disabledByServer.has(button)) disabledByServer.set(button, button.disabled);
  const disabled = isDisabled || disabledByServer.get(button);
  if (button.disabled !== disabled) button.disabled = disabled;
  const mark = button.querySelector(".waiting-mark");
  if (isWaiting === Boolean(mark)) return;
  if (mark) return mark.remove();
  const newMark = document.createElement("small");
  newMark.className = "waiting-mark";
  newMark.textContent = tableTexts.waiting;
  button.append(newMark);
}

function setHidden(part, isHidden) {
  if (part && part.hidden !== isHidden) part.hidden = isHidden;
}

// Whether all answers to a double wait, and are drops that end the game.
function endsByDrops(box, waiting) {
  const rows = [...box.querySelectorAll("[data-alternatives]")];
  const isDropped = (row) => [...waiting].some((button) => row.contains(button) && JSON.parse(button.value).kind === "Dropped");
  return box.matches("[data-ends-if-dropped]:not([data-incomplete])") && rows.length > 0 && rows.every(isDropped);
}

// Marks the buttons of a form. The result of a game cannot be entered while a double lacks an answer, and nothing more once the
// game is over. Returns whether an answer can be given here.
function markForm(form, entries) {
  showAnswers(form, entries);
  const contents = new Set(entries.map((item) => getContent(item.action, item.body)));
  const buttons = [...form.querySelectorAll("button:not([type=button])")];
  const waiting = new Set(buttons.filter((button) => contents.has(getButtonContent(form, button))));
  const hasWaiting = (part) => Boolean(part) && [...waiting].some((button) => part.contains(button));
  const boxes = [...form.querySelectorAll("[data-answers]")];
  const isOver = hasWaiting(form.querySelector("[data-finishes]")) || boxes.some((box) => endsByDrops(box, waiting));
  const isUnanswered = [...form.querySelectorAll("[data-answers] [data-alternatives]")].some((row) => !hasWaiting(row));
  const isPending = isUnanswered || boxes.some((box) => box.dataset.incomplete === "");
  for (const button of buttons) {
    const isTooEarly = isPending && Boolean(button.closest("[data-finishes]"));
    markButton(button, waiting.has(button), waiting.has(button) || isOver || isTooEarly || hasWaiting(button.closest("[data-alternatives]")));
  }
  setHidden(form.querySelector("[data-slot=answer-first]"), !isPending);
  return isUnanswered;
}

// Undo takes back the last entry that waits; once it has taken back one of the page, the page knows no earlier one.
function markUndo(form, entries, undone) {
  const label = form.querySelector("[data-slot=undone]");
  if (!serverTexts.has(label)) serverTexts.set(label, label.textContent);
  const text = entries.length ? entries[entries.length - 1].text : serverTexts.get(label);
  if (label.textContent !== text) label.textContent = text;
  const isWaiting = !entries.length && undone > 0;
  markButton(form.querySelector("button"), isWaiting, isWaiting);
}

function showWaitingEntries() {
  let isUnanswered = false;
  let hasEntries = false;
  for (const form of main.querySelectorAll("form[data-table-entry]")) {
    const { entries, undone } = listEntries(form.dataset.group);
    hasEntries ||= Boolean(entries.length || undone);
    if (form.dataset.tableEntry === "undo") markUndo(form, entries, undone);
    else isUnanswered = markForm(form, entries) || isUnanswered;
  }
  setHidden(main.querySelector("[data-slot=next-step]"), !hasEntries || isUnanswered);
}

// The version of this table on the page; NaN for another table.
function findPageVersion(group) {
  const form = [...main.querySelectorAll("form[data-table-entry]")].find((one) => one.dataset.group === group);
  return Number(form?.querySelector("input[name=version]")?.value ?? NaN);
}

// The game that is at this table on the page; "" where the page does not say it, as in a closed session.
function findPageGame(group) {
  const forms = [...main.querySelectorAll("form[data-table-entry]")].filter((one) => one.dataset.group === group);
  return forms.map((form) => form.querySelector("input[name=game]")?.value).find(Boolean) || "";
}

// The game an entry was made for, if it is not the one at the table now ("?" where the entry does not say it), else "".
function findOtherGame(item) {
  const body = new URLSearchParams(item.body);
  if (!body.has("game") && !body.has("event")) return "";
  const game = body.get("game") || "?";
  return game === findPageGame(item.group) ? "" : game;
}

// The undo that waits to reverse this entry, if any; without the entry it would reverse another one.
function findUndo(item, items) {
  let entries = 1;
  return items.slice(items.findIndex((other) => other.id === item.id) + 1).find((other) => {
    if (!other.tableEntry || other.group !== item.group) return false;
    entries += other.tableEntry === "undo" ? -1 : 1;
    return !entries;
  });
}

// Discards a refused entry with its undo, or sends it again, and releases those behind it: they follow the version of the page.
// What waits behind it for a game that is over is discarded with it.
function settleRefusal(item, isSentAgain) {
  const items = loadQueue();
  const undo = findUndo(item, items);
  let version = findPageVersion(item.group);
  const release = (other) => {
    const body = new URLSearchParams(other.body);
    if (body.has("version")) body.set("version", version++);
    return { ...other, refused: "", waitsFor: "", body: body.toString() };
  };
  const getGame = (one) => new URLSearchParams(one.body).get("game");
  const isGameOver = item.refusedCode === "game_recorded";
  const isOfOtherGame = (other) => other.waitsFor === item.id && Boolean(isGameOver ? getGame(other) === getGame(item) && getGame(item) : findOtherGame(other));
  const isDropped = (other) => !isSentAgain && (other.id === item.id || other.id === undo?.id || isOfOtherGame(other));
  const isReleased = (other) => other.id === item.id || other.waitsFor === item.id;
  const kept = items.filter((other) => !isDropped(other)).map((other) => (isReleased(other) ? release(other) : other));
  localStorage.setItem("queue", JSON.stringify(kept));
  document.dispatchEvent(new CustomEvent("queue:settled"));
}

function makeButton(style, text, settle) {
  const button = document.createElement("button");
  Object.assign(button, { className: `button ${style} small`, textContent: text });
  button.addEventListener("click", settle);
  return button;
}

document.addEventListener("queue:list-refusal", (event) => {
  const { item, row, texts } = event.detail;
  if (!item.tableEntry || Number.isNaN(findPageVersion(item.group))) return;
  event.preventDefault();
  // The page may be older than the refusal, which says itself what has become of the game.
  const isOver = item.refusedCode === "game_recorded";
  const otherGame = findOtherGame(item);
  const current = findPageGame(item.group);
  if (otherGame && current && !isOver) row.append(document.createTextNode(tableTexts.otherGame.replace("{game}", otherGame).replace("{current}", current)));
  if (item.tableEntry === "entry" && !otherGame && !isOver) row.append(makeButton("", tableTexts.resend, () => settleRefusal(item, true)));
  row.append(makeButton("secondary", texts.textDiscard, () => settleRefusal(item, false)));
});

document.addEventListener("queue:changed", showWaitingEntries);
document.addEventListener("input", showWaitingEntries);
new MutationObserver(showWaitingEntries).observe(main, { childList: true, subtree: true });
showWaitingEntries();
