// Used by the pages of a desk: keyboard shortcuts, quick entry of results, and content fetched when a <details> is opened.
// Everything can be done without this file.

import { fetchPage, isBusy } from "./site.js";

const lineField = document.getElementById("quick-entry-line");
const form = lineField?.form;
const shortcuts = document.getElementById("shortcuts");
const typeAnywhere = document.getElementById("type-anywhere");
const TYPING_PREFERENCE = "desk-typing";
const FIELDS = "input, select, textarea, [contenteditable]";
const RETRY_DELAY = 5000;
const ANSWER_LIMIT = 8;

if (typeAnywhere) {
  typeAnywhere.checked = localStorage.getItem(TYPING_PREFERENCE) !== "off";
  typeAnywhere.addEventListener("change", () => localStorage.setItem(TYPING_PREFERENCE, typeAnywhere.checked ? "on" : "off"));
}

// After a player was checked in, focus the button of the next one without a mark; the fragment in the address names the
// entry, and going to it would move the focus after the page has loaded.
addEventListener("load", () => {
  // A line that was refused can be replaced or corrected.
  if (lineField?.value) lineField.select();
  if (!/^#entry-\d+$/.test(location.hash)) return;
  const next = document.querySelector(`${location.hash} ~ li button[name=mark][aria-pressed=false]`);
  next?.focus({ preventScroll: true });
});

// Shortcuts use Alt alone, because Ctrl+Alt types letters on some keyboards. On a Mac, Alt (Option) types characters:
// outside a field the key counts, in a field the character is typed.
function shortcutLetter(event) {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return "";
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  if (event.target.closest?.(FIELDS)) return "";
  return /^Key[A-Z]$/.test(event.code) ? event.code.at(-1).toLowerCase() : "";
}

function runShortcut(event) {
  const letter = shortcutLetter(event);
  // Links and buttons have their letter in data-key.
  const target = letter && document.querySelector(`[data-key="${letter}"]`);
  if (!target || event.repeat) return;
  event.preventDefault();
  if (shortcuts?.contains(target)) {
    shortcuts.open = true;
    target.focus();
  } else target.click();
}

// Letters and figures typed outside a field go to the quick entry field; "/" only focuses it.
function focusLineField(event) {
  if (!lineField || !typeAnywhere?.checked || event.ctrlKey || event.metaKey || event.target.closest?.(FIELDS)) return;
  if (!/^[\p{L}\p{N}/]$/u.test(event.key)) return;
  if (event.key === "/") event.preventDefault();
  lineField.select();
}

document.addEventListener("keydown", (event) => (event.altKey ? runShortcut(event) : focusLineField(event)));

// Lines are sent one after the other, each with an idempotency key, so that a repeated request changes nothing.
// The queue survives a change of page: the next desk page sends the rest.
const QUEUE_KEY = `quick ${form?.getAttribute("action")}`;
const answers = document.getElementById("quick-entry-answers");
let queue = form ? JSON.parse(sessionStorage.getItem(QUEUE_KEY) || "[]") : [];
// Refused lines with their answers: they are shown again after a reload, until another line is sent or they are dropped.
const REFUSED_KEY = `refused ${form?.getAttribute("action")}`;
let refusedLines = form ? JSON.parse(sessionStorage.getItem(REFUSED_KEY) || "[]") : [];
let isSending = false;

function storeQueue(lines) {
  queue = lines;
  sessionStorage.setItem(QUEUE_KEY, JSON.stringify(queue));
}

function storeRefusedLines(lines) {
  refusedLines = lines.slice(-ANSWER_LIMIT);
  sessionStorage.setItem(REFUSED_KEY, JSON.stringify(refusedLines));
}

// Forgets the refused lines that are not shown with a button any more.
function forgetAnsweredLines() {
  storeRefusedLines(refusedLines.filter(({ entry }) => document.getElementById(`answer-${entry.key}`)?.querySelector("button")));
}

function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function showAnswer({ key, line }, text, grade, ...actions) {
  const item = document.getElementById(`answer-${key}`) ?? document.createElement("li");
  item.id = `answer-${key}`;
  item.className = `note ${grade}`;
  const lineText = Object.assign(document.createElement("b"), { textContent: line });
  item.replaceChildren(lineText, ` ${text} `, ...actions);
  if (!item.isConnected) answers.prepend(item);
  // Lines that have not been entered stay.
  [...answers.children].slice(ANSWER_LIMIT).forEach((old) => old.matches(".neutral, :has(button)") || old.remove());
}

function answerButton(text, act) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button secondary small", textContent: text });
  button.addEventListener("click", () => {
    button.closest("li").remove();
    act();
  });
  return button;
}

function correctionLink(href) {
  return Object.assign(document.createElement("a"), { href, textContent: form.dataset.textCorrect });
}

// A line that was refused goes back into the field, or is dropped.
function correctionButtons(entry) {
  const edit = answerButton(form.dataset.textEdit, () => editLine(entry));
  const drop = answerButton(form.dataset.textDrop, () => {
    forgetAnsweredLines();
    lineField.focus();
  });
  return [edit, " ", drop];
}

// Records a line for the match that the question names.
function recordButton({ line, seen }, { button: text, match, version, side = "" }) {
  const button = answerButton(text, () => addLine({ line, seen, match, version, side }));
  button.dataset.match = match;
  return button;
}

// A match that was recorded by another line is offered no more; a question without any match left goes.
function dropRecordedMatch(match) {
  answers.querySelectorAll(`button[data-match="${CSS.escape(match)}"]`).forEach((button) => {
    const item = button.closest("li");
    button.remove();
    if (!item.querySelector("button[data-match]")) item.remove();
  });
  const isOpen = (choice) => choice.match !== match;
  const withoutMatch = refusedLines.map(({ entry, answer }) => {
    const choices = answer.question?.choices?.filter(isOpen);
    return { entry, answer: choices ? { ...answer, question: { ...answer.question, choices } } : answer };
  });
  storeRefusedLines(withoutMatch.filter(({ answer: { question } }) => !question || (question.choices?.length ?? isOpen(question))));
}

// One button for each match that the line can mean.
function recordButtons(entry, question) {
  return (question.choices ?? [question]).flatMap((choice) => [recordButton(entry, choice), " "]);
}

// Sent again as it is, a line is still meant for the matches that were seen when it was begun.
function editLine({ line, seen }) {
  lineField.value = line;
  form.elements.seen.value = seen;
  lineField.select();
}

function sendLine({ key, line, seen = "", match = "", version = "", side = "" }) {
  const body = new URLSearchParams(new FormData(form));
  Object.entries({ key, line, seen, match, version, side }).forEach(([name, value]) => body.set(name, value));
  return fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
}

// A refused line goes back into the field with its reason, or has buttons while the field is in use.
function showRefusal(entry, answer, isBusy) {
  const { message: text, question, is_of_another_match: isOfAnotherMatch } = answer;
  if (question) showAnswer(entry, text, "danger", ...recordButtons(entry, question), ...correctionButtons(entry));
  else showAnswer(entry, text, "danger", ...(isBusy || isOfAnotherMatch ? correctionButtons(entry) : []));
  // The score of another match does not wait in the field for the next one.
  if (!isBusy && !question && !isOfAnotherMatch) editLine(entry);
}

async function showResponse(entry, response) {
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  if (!isJson && response.status >= 500) throw new Error(String(response.status));
  const answer = isJson ? await response.json() : { message: form.dataset.textFailed };
  // What the page said before about an earlier action is out of date beside this answer.
  document.querySelectorAll(".messages > li, #refusal").forEach((banner) => banner.remove());
  // The field is left alone while another line is being typed.
  const isBusy = lineField.value || queue.length > 1;
  if (response.ok) {
    dropRecordedMatch(answer.match);
    showAnswer(entry, answer.message, "", correctionLink(answer.correction));
  } else {
    showRefusal(entry, answer, isBusy);
    storeRefusedLines([...refusedLines, { entry, answer }]);
  }
  // The undo button names an action that is not the last one any more, until the page has been refreshed.
  if (response.ok) document.querySelectorAll("[data-undo]").forEach((undo) => (undo.disabled = true));
  dispatchEvent(new Event("changed"));
}

async function sendQueue() {
  if (isSending) return;
  isSending = true;
  let redirectUrl = "";
  try {
    while (queue.length) {
      const response = await sendLine(queue[0]);
      // A name alone leads to the search page, and an ended session to the sign-in page.
      if (response.redirected) redirectUrl = response.url;
      else await showResponse(queue[0], response);
      storeQueue(queue.slice(1));
    }
    if (redirectUrl) location.assign(redirectUrl);
  } catch {
    queue.forEach((entry) => showAnswer(entry, form.dataset.textWaiting, "neutral"));
    setTimeout(sendQueue, RETRY_DELAY);
  }
  isSending = false;
}

function addLine(values) {
  const entry = { key: newKey(), ...values };
  // A refused line without buttons went back into the field, and is followed by this one.
  answers.querySelectorAll(":scope > .danger:not(:has(button))").forEach((refused) => refused.remove());
  forgetAnsweredLines();
  showAnswer(entry, form.dataset.textSending, "neutral");
  storeQueue([...queue, entry]);
  sendQueue();
}

// A line is meant for the matches that were on the page when it was begun: live updates while it is being typed, or
// kept without a connection, do not change what was seen.
let wasEmpty = true;
lineField?.addEventListener("input", () => {
  if (wasEmpty) form.elements.seen.value = document.getElementById("seen-matches").getAttribute("value");
  wasEmpty = !lineField.value;
});

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const line = lineField.value.trim();
  if (!line) return;
  lineField.value = "";
  wasEmpty = true;
  lineField.focus();
  addLine({ line, seen: form.elements.seen.value });
});

// The last refused line is the one that was in the field.
refusedLines.forEach(({ entry, answer }, index) => showRefusal(entry, answer, index < refusedLines.length - 1 || Boolean(lineField.value)));
sendQueue();

// A <details> whose content is a page of its own: fetched each time it is opened. Without this file it holds a link.
document.addEventListener("toggle", async (event) => {
  const details = event.target;
  if (!details.open || !details.dataset?.contentUrl || isBusy(details)) return;
  const content = await fetchPage(details.dataset.contentUrl).then((fresh) => fresh.getElementById("fetched-content"), () => null);
  if (!content || isBusy(details) || details.contains(document.activeElement) && document.activeElement !== details.querySelector("summary")) return;
  content.removeAttribute("id");
  details.replaceChildren(details.querySelector("summary"), document.adoptNode(content));
}, true);
