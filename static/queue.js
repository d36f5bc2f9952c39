// Used by every page. Forms with data-queue are stored on the phone while there is no connection, listed on every page, and
// sent in order; sent twice, they have no further effect.

const STORE = "queue";
const TEXTS = "queue-texts";
const RETRY_DELAY = 5000;
const SEND_TIMEOUT = 15000;
const pageTexts = document.getElementById("queue-texts")?.dataset;
// The items whose response is still expected on this page.
const awaitedIds = new Set();
const busyForms = new Set();
let retryTimer = 0;
let isSending = false;
let renderedState = "";
let refusedIds = new Set();

const storeItems = (items) => localStorage.setItem(STORE, JSON.stringify(items));
const pageName = () => location.pathname + location.search;
const parse = (text) => new DOMParser().parseFromString(text, "text/html");
const notify = (name, detail) => document.dispatchEvent(new CustomEvent(`queue:${name}`, { cancelable: true, detail }));
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function loadItems(name = STORE, empty = "[]") {
  try {
    return JSON.parse(localStorage.getItem(name) || empty);
  } catch {
    return JSON.parse(empty);
  }
}

// `slot`: of the items of a match in one slot only the last counts ("" for items that all count).
function addItem(item) {
  if (pageTexts) localStorage.setItem(TEXTS, JSON.stringify({ ...pageTexts }));
  const isReplaced = (other) => item.slot && other.slot === item.slot && other.group === item.group;
  storeItems([...loadItems().filter((other) => !isReplaced(other)), { ...item, refused: "" }]);
}

// What already waited behind a refused item of its group waits until that is corrected or discarded; what is tapped
// afterwards may be the correction.
function isBlocked(item, items) {
  return items.some((other) => other.refused && other.group === item.group && (other.isChain || other.id === item.waitsFor));
}

function nextItem(skipped = []) {
  const items = loadItems();
  return items.find((item) => !item.refused && !skipped.includes(item.group) && !isBlocked(item, items));
}

async function postItem(item) {
  const body = new URLSearchParams(item.body);
  const token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value;
  if (token) body.set("csrfmiddlewaretoken", token);
  const answer = await fetch(item.action, { method: "POST", body, headers: { "X-Requested-With": "live" }, signal: AbortSignal.timeout(SEND_TIMEOUT) });
  return { answer, text: await answer.text() };
}

// One tab sends at a time where the browser has locks; elsewhere keys and versions guard.
async function sendQueue() {
  if (isSending || !nextItem()) return;
  isSending = true;
  clearTimeout(retryTimer);
  const run = (lock) => (lock ? sendItems() : false);
  const isDone = await (navigator.locks ? navigator.locks.request(STORE, { ifAvailable: true }, run) : sendItems()).catch(() => false);
  isSending = false;
  render();
  if (nextItem()) retryTimer = setTimeout(sendQueue, isDone ? 0 : RETRY_DELAY);
}

async function sendItems() {
  const skipped = [];
  let address = "";
  for (let item = nextItem(); item; item = nextItem(skipped)) {
    let result = null;
    try {
      result = await postItem(item);
    } catch {
      releaseForms();
      return false;
    }
    if (result.answer.status >= 500 || result.answer.status === 429) {
      skipped.push(item.group);
      releaseForms();
    } else address = handleResponse(item, result) || address;
  }
  if (address) location.replace(address);
  return !skipped.length;
}

// These responses are awaited no more: the list names the items.
function releaseForms() {
  awaitedIds.clear();
  busyForms.forEach((form) => {
    if (form.dataset.queue) return;
    if (form.elements.key) form.elements.key.value = newKey();
    form.querySelectorAll("details[open]").forEach((fold) => { fold.open = false; });
  });
  busyForms.clear();
  notify("waiting");
  render();
}

// The address to go to, if the item was made on this page.
function handleResponse(item, { answer, text }) {
  const isAwaited = awaitedIds.delete(item.id);
  const isHandled = !notify(answer.ok ? "sent" : "refused", { item, text });
  if (answer.ok || isAwaited || isHandled) storeItems(loadItems().filter((other) => other.id !== item.id));
  else storeRefusal(item, readRefusal(answer, text));
  if (isHandled || item.page !== pageName()) return "";
  if (!answer.ok && isAwaited) showRefusedPage(text);
  return answer.ok && answer.redirected ? answer.url : "";
}

function storeRefusal(item, { sentence, code }) {
  const items = loadItems();
  const place = items.findIndex((other) => other.id === item.id);
  const isWaitingBehind = (other, number) => number > place && other.group === item.group && !other.refused && !isBlocked(other, items);
  storeItems(items.map((other, number) => {
    if (number === place) return { ...other, refused: sentence, refusedCode: code };
    return isWaitingBehind(other, number) ? { ...other, waitsFor: item.id } : other;
  }));
}

function readRefusal(answer, text) {
  if ((answer.headers.get("Content-Type") || "").includes("json")) return JSON.parse(text);
  const page = parse(text);
  const place = page.querySelector("#refusal strong, main .errors") || page.querySelector("main h1");
  return { sentence: place?.textContent.trim() || String(answer.status), code: page.getElementById("refusal")?.dataset.code || "" };
}

function showRefusedPage(text) {
  const fresh = parse(text).querySelector("main");
  // The element itself stays: the scripts of the page observe it.
  if (fresh) document.querySelector("main").replaceChildren(...fresh.childNodes);
  document.getElementById("refusal")?.scrollIntoView();
}

function render() {
  const items = loadItems().filter((item) => !awaitedIds.has(item.id));
  const state = JSON.stringify(items);
  if (state === renderedState && Boolean(document.getElementById("queue")) === Boolean(items.length)) return;
  renderedState = state;
  notify("changed");
  document.getElementById("queue")?.remove();
  const texts = pageTexts || loadItems(TEXTS, "{}");
  if (!items.length || !texts.textOne) return;
  const box = createElement("section", "note neutral queue");
  box.id = "queue";
  box.setAttribute("role", "status");
  const waiting = items.filter((item) => !item.refused && !isBlocked(item, items));
  if (waiting.length) {
    const titles = [...new Set(waiting.map((item) => item.title))];
    const lines = titles.map((title) => `${title}: ${waiting.filter((item) => item.title === title).map((item) => item.text).join("; ")}`);
    box.append(createElement("strong", "", waiting.length === 1 ? texts.textOne : texts.textMany.replace("{count}", waiting.length)), createElement("p", "muted", texts.textKept));
    box.append(...lines.map((line) => createElement("p", "queue-line", line)));
  }
  box.append(...items.filter((item) => item.refused).map((item) => renderRefusal(item, items, texts)));
  document.querySelector("main").prepend(box);
  // The list may be out of sight.
  const refused = items.filter((item) => item.refused).map((item) => item.id);
  if (refused.some((id) => !refusedIds.has(id))) box.scrollIntoView();
  refusedIds = new Set(refused);
}

// A refused entry of a money session is settled at its table (money_table.js).
function renderRefusal(item, items, texts) {
  const box = createElement("div", "queue-refused");
  const row = createElement("p", "row");
  if (notify("list-refusal", { item, row, texts })) {
    const link = createElement("a", "button small", texts.textOpen);
    link.href = item.returnUrl;
    row.append(link);
    if (!item.tableEntry) row.append(renderDiscard(item, texts));
  }
  box.append(createElement("strong", "", `${texts.textRefused} ${item.title}: ${item.text}`), createElement("p", "", item.refused));
  const blocked = items.filter((other) => !other.refused && isBlocked(other, items) && (item.isChain || other.waitsFor === item.id));
  if (blocked.length) box.append(createElement("p", "queue-line", [texts.textBlocked, blocked.map((other) => other.text).join("; ")].join(" ")));
  box.append(row);
  return box;
}

function renderDiscard(item, texts) {
  const discard = createElement("button", "button secondary small", texts.textDiscard);
  discard.addEventListener("click", () => {
    storeItems(loadItems().filter((other) => (item.isChain ? other.group !== item.group : other.id !== item.id)));
    notify("settled");
  });
  return discard;
}

function createElement(name, style = "", text = "") {
  const part = document.createElement(name);
  if (style) part.className = style;
  part.textContent = text;
  return part;
}

// The text for a form: its chosen options, or its button with summary and filled fields.
function describeChoice(form, button) {
  const getText = (part) => part.querySelector("[data-text]")?.dataset.text || part.textContent.trim().replace(/\s+/g, " ");
  const chosenLabels = [...form.querySelectorAll("input[type=radio]:checked")].map((input) => input.closest("label"));
  if (chosenLabels.length) return chosenLabels.map(getText).join(" ");
  if (button.dataset.sentence) return button.dataset.sentence;
  const summary = button.closest("details")?.querySelector("summary");
  const rowTitle = button.closest(".actions[aria-label]")?.getAttribute("aria-label");
  const before = [summary && form.contains(summary) ? getText(summary) : "", rowTitle ? `${rowTitle}:` : ""];
  const action = [...before, getText(button)].filter(Boolean).join(" ");
  const fields = [...form.querySelectorAll("input:not([type=hidden], [type=checkbox]), select")].filter((field) => field.name && field.value);
  const values = fields.map((field) => field.selectedOptions?.[0].textContent.trim() || field.value);
  return values.length ? `${action}: ${values.join(", ")}` : action;
}

// Every waiting item of a match or a table will raise its version by one.
function versionAfter(group, version) {
  const items = loadItems();
  const earlierItems = items.filter((item) => item.group === group && !item.slot && !item.refused && !isBlocked(item, items));
  return Math.max(version, ...earlierItems.map((item) => Number(new URLSearchParams(item.body).get("version")) + 1));
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.queue === undefined) return;
  const button = event.submitter || form.querySelector("button");
  const { group, title, returnUrl, tableEntry, queue: slot } = form.dataset;
  const body = new URLSearchParams(new FormData(form, button));
  if (body.has("version")) body.set("version", versionAfter(group, Number(body.get("version"))));
  const item = { id: newKey(), group, slot, title, returnUrl, tableEntry, page: pageName(), action: new URL(form.action).pathname, body: body.toString(), text: describeChoice(form, button) };
  try {
    if (!busyForms.has(form)) addItem(item);
  } catch {
    // Without local storage the browser sends the form.
    return;
  }
  event.preventDefault();
  if (busyForms.has(form)) return;
  busyForms.add(form);
  awaitedIds.add(item.id);
  sendQueue();
});

// recorder.js adds its lines, and removes those it shows as refused.
document.addEventListener("queue:add", ({ detail }) => {
  addItem({ id: newKey(), page: pageName(), returnUrl: pageName(), ...detail });
  sendQueue();
});
document.addEventListener("queue:drop", ({ detail }) => storeItems(loadItems().filter((item) => item.group !== detail)));

addEventListener("online", sendQueue);
// Another tab may have sent what this one waits for.
addEventListener("storage", () => {
  const ids = loadItems().map((item) => item.id);
  if ([...awaitedIds].some((id) => !ids.includes(id))) location.reload();
  else render();
});
const showAndSend = () => {
  render();
  sendQueue();
};
addEventListener("pageshow", showAndSend);
// The reader has dealt with a refused item.
document.addEventListener("queue:settled", showAndSend);
