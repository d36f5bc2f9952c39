// The keyboard of the desk and its quick box. Everything here can be done without them.

const box = document.getElementById("quick-entry-line");
const form = box?.form;
const shortcuts = document.getElementById("shortcuts");
const typing = document.getElementById("type-anywhere");
const PREFERENCE = "desk-typing";
const FIELDS = "input, select, textarea, [contenteditable]";
const RETRY = 5000;
const SHOWN = 8;

if (typing) {
  typing.checked = localStorage.getItem(PREFERENCE) !== "off";
  typing.addEventListener("change", () => localStorage.setItem(PREFERENCE, typing.checked ? "on" : "off"));
}

// A name was marked: the next one nothing is said of is under the finger.
// The way to the name that was marked ends with the page read, and takes the focus with it.
addEventListener("load", () => {
  // A line that was refused is typed anew or put right.
  if (box?.value) box.select();
  if (!/^#entry-\d+$/.test(location.hash)) return;
  const next = document.querySelector(`${location.hash} ~ li button[name=mark][aria-pressed=false]`);
  next?.focus({ preventScroll: true });
});

// The letter of a command: Alt alone, because Ctrl+Alt is how some keyboards write letters. Alt (Option) writes
// characters on a Mac: outside a field the key itself counts, in a field the character is written.
function commandLetter(event) {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return "";
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  if (event.target.closest?.(FIELDS)) return "";
  return /^Key[A-Z]$/.test(event.code) ? event.code.at(-1).toLowerCase() : "";
}

function runCommand(event) {
  const letter = commandLetter(event);
  // Links and buttons name the letter of their command.
  const target = letter && document.querySelector(`[data-key="${letter}"]`);
  if (!target || event.repeat) return;
  event.preventDefault();
  if (shortcuts?.contains(target)) {
    shortcuts.open = true;
    target.focus();
  } else target.click();
}

// Letters and figures typed outside a field are written in the quick box; "/" only leads there.
function openBox(event) {
  if (!box || !typing?.checked || event.ctrlKey || event.metaKey || event.target.closest?.(FIELDS)) return;
  if (!/^[\p{L}\p{N}/]$/u.test(event.key)) return;
  if (event.key === "/") event.preventDefault();
  box.select();
}

document.addEventListener("keydown", (event) => (event.altKey ? runCommand(event) : openBox(event)));

// Lines are sent one after the other, each under a key of its own, so that sending one again changes nothing.
// They outlive a change of page: the next desk that opens goes on with them.
const QUEUE = `quick ${form?.getAttribute("action")}`;
const answers = document.getElementById("quick-entry-answers");
let queue = form ? JSON.parse(sessionStorage.getItem(QUEUE) || "[]") : [];
let isSending = false;

function store(lines) {
  queue = lines;
  sessionStorage.setItem(QUEUE, JSON.stringify(queue));
}

function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function showAnswer({ key, line }, text, grade, action = "") {
  const item = document.getElementById(`answer-${key}`) ?? document.createElement("li");
  item.id = `answer-${key}`;
  item.className = `note ${grade}`;
  const typed = Object.assign(document.createElement("b"), { textContent: line });
  item.replaceChildren(typed, ` ${text} `, action);
  if (!item.isConnected) answers.prepend(item);
  // Lines that are not entered stay until they are.
  [...answers.children].slice(SHOWN).forEach((old) => old.matches(".neutral, :has(button)") || old.remove());
}

// A line that was refused is put right in the box.
function editButton(line) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button secondary small", textContent: form.dataset.textEdit });
  button.addEventListener("click", () => {
    button.closest("li").remove();
    putBack(line);
  });
  return button;
}

function putBack(line) {
  box.value = line;
  box.select();
}

function post({ key, line }) {
  const body = new URLSearchParams(new FormData(form));
  body.set("key", key);
  body.set("line", line);
  return fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
}

async function settle(entry, response) {
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  if (!isJson && response.status >= 500) throw new Error(String(response.status));
  const text = isJson ? (await response.json()).message : form.dataset.textFailed;
  // The box is not taken away from a line that is being typed.
  const isBusy = box.value || queue.length > 1;
  if (response.ok) showAnswer(entry, text, "");
  else showAnswer(entry, text, "danger", isBusy ? editButton(entry.line) : "");
  if (!response.ok && !isBusy) putBack(entry.line);
  // What the bar offers to undo is not the last action any more, until the page has been refreshed.
  if (response.ok) document.querySelectorAll("[data-undo]").forEach((undo) => (undo.disabled = true));
  dispatchEvent(new Event("changed"));
}

async function sendQueue() {
  if (isSending) return;
  isSending = true;
  let elsewhere = "";
  try {
    while (queue.length) {
      const response = await post(queue[0]);
      // A name alone is looked for on a page of its own, and who has been signed out signs in again.
      if (response.redirected) elsewhere = response.url;
      else await settle(queue[0], response);
      store(queue.slice(1));
    }
    if (elsewhere) location.assign(elsewhere);
  } catch {
    queue.forEach((entry) => showAnswer(entry, form.dataset.textWaiting, "neutral"));
    setTimeout(sendQueue, RETRY);
  }
  isSending = false;
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const entry = { key: newKey(), line: box.value.trim() };
  if (!entry.line) return;
  box.value = "";
  box.focus();
  showAnswer(entry, form.dataset.textSending, "neutral");
  store([...queue, entry]);
  sendQueue();
});

sendQueue();
