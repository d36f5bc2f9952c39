// Acts at a board that wait for a connection: kept in order on this phone, named on every page, sent once each.
// Without this file the browser sends the forms. An act sent twice does no harm: it has a key or a version.

const STORE = "queue";
const TEXTS = "queue-texts";
const AGAIN = 5000;
const PATIENCE = 15000;
const pageTexts = document.getElementById("queue-texts")?.dataset;
// The acts whose answer the reader of this page still waits for.
const awaited = new Set();
const busyForms = new Set();
let timer = 0;
let sending = false;
let shown = "";

const write = (items) => localStorage.setItem(STORE, JSON.stringify(items));
const pageName = () => location.pathname + location.search;
const parse = (text) => new DOMParser().parseFromString(text, "text/html");
const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`queue:${name}`, { cancelable: true, detail }));
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function read(name = STORE, empty = "[]") {
  try {
    return JSON.parse(localStorage.getItem(name) || empty);
  } catch {
    return JSON.parse(empty);
  }
}

// `slot`: of the acts of a match in one slot only the last counts ("" for acts that follow one another).
function add(item) {
  if (pageTexts) localStorage.setItem(TEXTS, JSON.stringify({ ...pageTexts }));
  const isReplaced = (other) => item.slot && other.slot === item.slot && other.group === item.group && !other.refused;
  write([...read().filter((other) => !isReplaced(other)), { ...item, refused: "" }]);
}

// What follows a refused act of its group waits until the reader has decided about that one.
function nextItem(skipped = []) {
  const blocked = new Set(skipped);
  return read().find((item) => {
    if (item.refused) blocked.add(item.group);
    return !blocked.has(item.group);
  });
}

async function post(item) {
  const body = new URLSearchParams(item.body);
  const token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value;
  if (token) body.set("csrfmiddlewaretoken", token);
  const answer = await fetch(item.action, { method: "POST", body, headers: { "X-Requested-With": "live" }, signal: AbortSignal.timeout(PATIENCE) });
  return { answer, text: await answer.text() };
}

// One tab sends at a time where the browser can tell; keys and versions hold where it cannot.
async function send() {
  if (sending || !nextItem()) return;
  sending = true;
  clearTimeout(timer);
  const run = (lock) => (lock ? sendAll() : false);
  const isDone = await (navigator.locks ? navigator.locks.request(STORE, { ifAvailable: true }, run) : sendAll()).catch(() => false);
  sending = false;
  render();
  if (nextItem()) timer = setTimeout(send, isDone ? 0 : AGAIN);
}

async function sendAll() {
  const skipped = [];
  let address = "";
  for (let item = nextItem(); item; item = nextItem(skipped)) {
    let result = null;
    try {
      result = await post(item);
    } catch {
      fail();
      return false;
    }
    if (result.answer.status >= 500 || result.answer.status === 429) {
      skipped.push(item.group);
      fail();
    } else address = settle(item, result) || address;
  }
  if (address) location.replace(address);
  return !skipped.length;
}

// Nobody waits for these answers any more: the list says so, and the forms take the next act.
function fail() {
  awaited.clear();
  busyForms.forEach((form) => {
    if (form.dataset.queue) return;
    if (form.elements.key) form.elements.key.value = newKey();
    form.querySelectorAll("details[open]").forEach((fold) => { fold.open = false; });
  });
  busyForms.clear();
  tell("waiting");
  render();
}

// Where the page goes from here, if it is the one the act was made on.
function settle(item, { answer, text }) {
  const isAwaited = awaited.delete(item.id);
  const isTaken = !tell(answer.ok ? "sent" : "refused", { item, text });
  if (answer.ok || isAwaited || isTaken) write(read().filter((other) => other.id !== item.id));
  else write(read().map((other) => (other.id === item.id ? { ...other, refused: sentenceOf(answer, text) } : other)));
  if (isTaken || item.page !== pageName()) return "";
  if (!answer.ok && isAwaited) show(text);
  return answer.ok && answer.redirected ? answer.url : "";
}

function sentenceOf(answer, text) {
  if ((answer.headers.get("Content-Type") || "").includes("json")) return JSON.parse(text).sentence;
  const page = parse(text);
  const place = page.querySelector("#refusal strong, main .errors") || page.querySelector("main h1");
  return place?.textContent.trim() || String(answer.status);
}

// A refusal in place: the page as it stands now, with the reason.
function show(text) {
  const fresh = parse(text).querySelector("main");
  if (fresh) document.querySelector("main").replaceWith(document.adoptNode(fresh));
  document.getElementById("refusal")?.scrollIntoView();
}

function render() {
  const items = read().filter((item) => !awaited.has(item.id));
  const state = JSON.stringify(items);
  if (state === shown && Boolean(document.getElementById("queue")) === Boolean(items.length)) return;
  shown = state;
  document.getElementById("queue")?.remove();
  const texts = pageTexts || read(TEXTS, "{}");
  if (!items.length || !texts.textOne) return;
  const box = element("section", "note neutral queue");
  box.id = "queue";
  box.setAttribute("role", "status");
  const waiting = items.filter((item) => !item.refused);
  if (waiting.length) {
    const titles = [...new Set(waiting.map((item) => item.title))];
    const lines = titles.map((title) => `${title}: ${waiting.filter((item) => item.title === title).map((item) => item.text).join("; ")}`);
    box.append(element("strong", "", waiting.length === 1 ? texts.textOne : texts.textMany.replace("{count}", waiting.length)), element("p", "muted", texts.textKept));
    box.append(...lines.map((line) => element("p", "queue-line", line)));
  }
  box.append(...items.filter((item) => item.refused).map((item) => refusal(item, texts)));
  document.querySelector("main").prepend(box);
}

function refusal(item, texts) {
  const box = element("div", "queue-refused");
  const link = element("a", "button small", texts.textOpen);
  link.href = item.returnUrl;
  const discard = element("button", "button secondary small", texts.textDiscard);
  discard.addEventListener("click", () => {
    write(read().filter((other) => (item.isChain ? other.group !== item.group : other.id !== item.id)));
    render();
    send();
  });
  const row = element("p", "row");
  row.append(link, discard);
  box.append(element("strong", "", `${texts.textRefused} ${item.title}: ${item.text}`), element("p", "", item.refused), row);
  return box;
}

function element(name, style = "", text = "") {
  const part = document.createElement(name);
  if (style) part.className = style;
  part.textContent = text;
  return part;
}

// What was tapped, as the list names it: the choices of a form, or its button with the fold the button is in.
function textOf(form, button) {
  const chosen = [...form.querySelectorAll("input[type=radio]:checked")].map((input) => input.closest("label"));
  const parts = chosen.length ? chosen : [button.closest("details")?.querySelector("summary"), button];
  return parts.filter((part) => part && form.contains(part)).map((part) => part.textContent.trim().replace(/\s+/g, " ")).join(" ");
}

// Acts that wait on a match each make another version of it.
function versionAfter(group, version) {
  const before = read().filter((item) => item.group === group && !item.slot && !item.refused);
  return Math.max(version, ...before.map((item) => Number(new URLSearchParams(item.body).get("version")) + 1));
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.queue === undefined) return;
  const button = event.submitter || form.querySelector("button");
  const { group, title, returnUrl, queue: slot } = form.dataset;
  const body = new URLSearchParams(new FormData(form, button));
  const version = Number(body.get("version"));
  if (version) body.set("version", versionAfter(group, version));
  const item = { id: newKey(), group, slot, title, returnUrl, page: pageName(), action: new URL(form.action).pathname, body: body.toString(), text: textOf(form, button) };
  try {
    if (!busyForms.has(form)) add(item);
  } catch {
    // Nothing can be kept here: the browser sends the form.
    return;
  }
  event.preventDefault();
  if (busyForms.has(form)) return;
  busyForms.add(form);
  awaited.add(item.id);
  send();
});

// The recorder adds its lines, and takes those back that it shows to its reader.
document.addEventListener("queue:add", ({ detail }) => {
  add({ id: newKey(), page: pageName(), returnUrl: pageName(), ...detail });
  send();
});
document.addEventListener("queue:drop", ({ detail }) => write(read().filter((item) => item.group !== detail)));

addEventListener("online", send);
// Another tab may have sent what this one waits for.
addEventListener("storage", () => {
  const ids = read().map((item) => item.id);
  if ([...awaited].some((id) => !ids.includes(id))) location.reload();
  else render();
});
addEventListener("pageshow", () => {
  render();
  send();
});
