// For every page: updates of parts marked data-live, and the connection status.

import { openStream } from "./stream.js";

const REFRESH_DELAY = 300;
// Polling: every POLL_FACTOR times the duration of the last refresh, within limits.
const POLL_MINIMUM = 1500;
const POLL_FACTOR = 20;
const POLL_MAXIMUM = 20000;
const FETCH_TIMEOUT = 10000;
const DUE_DELAY = 15000;
const STREAM_RETRY = 30000;
// The server sends a ping every 15 seconds.
const STREAM_SILENCE = 40000;
const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";
const OFFLINE_MARK = "⚠ ";
let topics = topicsOf(document);
const statusLine = document.getElementById("connection-status");
const edited = new WeakSet();
// A refused form keeps what was sent like what is typed.
const isSentForm = (form) => form.method === "post" && form.action === location.href.split("#")[0];
const hasRefusal = document.querySelector("#refusal, .refusal, [aria-invalid=true]");
const refusedForms = new Set(hasRefusal ? [...document.forms].filter(isSentForm) : []);
let refreshTimer = 0;
let lastRefresh = Date.now();
let lastSignal = Date.now();
let refreshDuration = 0;
let isRefreshing = false;
let refreshAgain = false;
let hasChanged = false;
const loadDesk = () => (document.body.matches(".desk-page") ? import("./desk_page.js") : null);

function topicsOf(from) {
  return (from.body.dataset.topics || "").split(" ").filter(Boolean);
}

export function showConnection(state) {
  if (!statusLine || statusLine.dataset.state === state) return;
  statusLine.dataset.state = state;
  statusLine.hidden = false;
  statusLine.setAttribute("role", state === "offline" ? "alert" : "status");
  document.title = (state === "offline" ? OFFLINE_MARK : "") + document.title.replace(OFFLINE_MARK, "");
  const clock = new Date(lastRefresh).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hour12: false });
  statusLine.textContent = (statusLine.getAttribute(`data-text-${state}`) || "").replace("{time}", clock);
}

export async function fetchPage(url) {
  const response = await fetch(url, { headers: { "X-Requested-With": "live" }, cache: "no-cache", signal: AbortSignal.timeout(FETCH_TIMEOUT) });
  if (!response.ok && response.status !== 404) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

// An empty class attribute would be a difference.
function unmark(part) {
  part.classList.remove("changed");
  if (!part.classList.length) part.removeAttribute("class");
}

// Without hidden fields, countdowns and the state of <details>.
function comparableMarkup(part) {
  const copy = part.cloneNode(true);
  unmark(copy);
  copy.querySelectorAll("input[type=hidden], time.countdown").forEach((field) => field.remove());
  copy.querySelectorAll("details").forEach((details) => details.removeAttribute("open"));
  copy.querySelectorAll("[data-content-url]").forEach((details) => details.replaceChildren(details.querySelector("summary")));
  return copy.outerHTML;
}

// Whether this part has a field that is edited or a refused form.
export function isBusy(part) {
  if ([...refusedForms].some((form) => form.contains(part) || part.contains(form))) return true;
  return [part, ...part.querySelectorAll("input, select, textarea")].some((field) => edited.has(field) && (/checkbox|radio/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== (field.defaultValue ?? "")));
}

// What was typed for a data-state that is over is not kept.
function forgetOutdatedEdits(old, fresh) {
  const [oldParts, newParts] = [old, fresh].map((part) => [part, ...part.querySelectorAll("[data-state]")]);
  const outdated = oldParts.filter(({ dataset }) => dataset.state && newParts.every((part) => part.dataset.state !== dataset.state));
  outdated.forEach((part) => part.querySelectorAll("input, select, textarea").forEach((field) => edited.delete(field)));
  outdated.forEach((part) => part.querySelectorAll("form").forEach((form) => refusedForms.delete(form)));
}

// Replaces only what differs; what is being edited stays.
function updatePart(old, fresh) {
  if (!fresh) return;
  if (comparableMarkup(old) === comparableMarkup(fresh)) return renewVersions(old, fresh);
  if (old.dataset?.contentUrl && old.dataset.contentUrl === fresh.dataset.contentUrl) return updatePart(old.firstElementChild, fresh.firstElementChild);
  const [oldParts, newParts] = [[...old.children], [...fresh.children]];
  const isFrame = oldParts.length && oldParts.length === newParts.length && tagMarkup(old) === tagMarkup(fresh) && ownText(old) === ownText(fresh);
  if (tagMarkup(old) === tagMarkup(fresh) && hasKeyedChildren(old) && hasKeyedChildren(fresh)) return updateList(old, newParts);
  if (isFrame) return oldParts.forEach((child, number) => updatePart(child, newParts[number]));
  if (!isBusy(old)) replacePart(old, fresh);
}

// Forms send the version displayed.
function renewVersions(old, fresh) {
  const versions = (part) => part.querySelectorAll("input[name=version]:not([data-content-url] *)");
  const [oldParts, newParts] = [versions(old), versions(fresh)];
  if (oldParts.length === newParts.length) oldParts.forEach((field, number) => { field.value = newParts[number].value; });
}

function hasKeyedChildren(part) {
  return part.children.length > 0 && [...part.children].every((child) => child.id);
}

// Items with ids are added, removed and moved; one being edited stays.
function updateList(old, newParts) {
  const ids = new Set(newParts.map((item) => item.id));
  [...old.children].forEach((item) => ids.has(item.id) || isBusy(item) || item.remove());
  let previous = null;
  for (const newItem of newParts) {
    const oldItem = [...old.children].find((child) => child.id === newItem.id);
    if (oldItem) updatePart(oldItem, newItem);
    const item = oldItem ? document.getElementById(newItem.id) : document.adoptNode(newItem);
    const next = previous ? previous.nextElementSibling : old.firstElementChild;
    if (item !== next) old.insertBefore(item, next);
    if (!oldItem) item.classList.add("changed");
    previous = item;
  }
}

function tagMarkup(part) {
  const copy = part.cloneNode(false);
  unmark(copy);
  if (copy.matches("details")) copy.removeAttribute("open");
  return copy.outerHTML;
}

function ownText(part) {
  return [...part.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data.trim() : "")).join("\n");
}

// The focus, open <details> and scroll positions stay, by ids.
function replacePart(old, fresh) {
  const focusedId = old.contains(document.activeElement) ? document.activeElement.id : "";
  const open = [...old.querySelectorAll("details[open][id]")];
  const scrollPositions = [...old.querySelectorAll("[id] > :is(.bracket-scroll, .scroll)")].map((part) => [part.parentElement.id, part.scrollLeft]);
  old.replaceWith(document.adoptNode(fresh));
  open.forEach((details) => {
    const newDetails = document.getElementById(details.id);
    if (newDetails?.dataset.contentUrl) newDetails.replaceChildren(newDetails.querySelector("summary"), ...[...details.children].slice(1));
    newDetails?.setAttribute("open", "");
  });
  scrollPositions.forEach(([id, left]) => document.getElementById(id)?.querySelector(":scope > :is(.bracket-scroll, .scroll)")?.scrollTo(left, 0));
  if (focusedId) document.getElementById(focusedId)?.focus({ preventScroll: true });
  fresh.classList.add("changed");
}

// One request at a time: no older response comes after a newer one, or is shown after a change.
async function refresh() {
  if (isRefreshing) {
    refreshAgain = true;
    return;
  }
  isRefreshing = true;
  hasChanged = false;
  const startedAt = performance.now();
  try {
    await refreshParts();
    lastRefresh = Date.now();
    if (!refreshAgain) showConnected();
  } catch {
    showConnection("offline");
    if (!pollTimer) startPolling();
  }
  refreshDuration = performance.now() - startedAt;
  isRefreshing = false;
  if (refreshAgain) scheduleRefresh();
  refreshAgain = false;
}

async function refreshParts() {
  // The page that answers a form is requested again at data-page-url.
  const pageUrl = new URL(document.body.dataset.pageUrl || location.href.split("#")[0], location.href).href;
  const sources = new Map();
  document.querySelectorAll("[data-live][id]").forEach((part) => {
    const url = new URL(part.dataset.live || pageUrl, location.href).href;
    sources.set(url, [...(sources.get(url) || []), part]);
  });
  for (const [url, oldParts] of sources) {
    const fresh = await fetchPage(url);
    // A button replaced while pressed is not clicked.
    for (let frame = 200; frame-- && document.querySelector("main :active");) await new Promise(requestAnimationFrame);
    if (hasChanged) return;
    if (url === pageUrl && (await loadDesk())?.hasNewParts(fresh)) return location.reload();
    const restoreFocus = rememberFocus();
    for (const old of oldParts) {
      const part = fresh.getElementById(old.id);
      if (part) forgetOutdatedEdits(old, part);
      updatePart(old, part);
    }
    restoreFocus();
    if (url === pageUrl) followNewTopics(topicsOf(fresh));
  }
}

// An open page may get more topics, such as an event that begins.
function followNewTopics(fresh) {
  if (fresh.every((topic) => topics.includes(topic))) return;
  topics = fresh;
  connect();
}

// If the focused element is gone, what is next to it gets the focus, unless both are fields.
function rememberFocus() {
  const isTyping = edited.has(document.activeElement) && isBusy(document.activeElement);
  const nearbyIds = [];
  for (let part = document.activeElement; part && part !== document.body; part = part.parentElement) {
    const siblings = [...(part.parentElement?.children || [])];
    const at = siblings.indexOf(part);
    nearbyIds.push(...[part, ...siblings.slice(at + 1), ...siblings.slice(0, at).reverse()].map((one) => one.id).filter(Boolean));
  }
  return () => {
    if (document.activeElement !== document.body) return;
    if (isTyping) return document.getElementById("main")?.focus({ preventScroll: true });
    const candidates = nearbyIds.map((name) => document.getElementById(name)).flatMap((part) => (part ? [part, ...part.querySelectorAll(FOCUSABLE)] : []));
    candidates.find((part) => part.matches(FOCUSABLE) && part.checkVisibility())?.focus({ preventScroll: true });
  };
}

function scheduleRefresh() {
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(refresh, REFRESH_DELAY);
}

let isStreamOpen = false;
let pollTimer = 0;
let reconnectTimer = 0;

// Without a stream, or after a failed refresh.
function startPolling() {
  clearTimeout(pollTimer);
  pollTimer = setTimeout(async () => {
    await refresh();
    if (pollTimer) startPolling();
  }, Math.min(Math.max(POLL_MINIMUM, POLL_FACTOR * refreshDuration), POLL_MAXIMUM));
}

function showConnected() {
  if (isStreamOpen) showLive();
  else if (statusLine?.dataset.state === "offline") showConnection("stale");
}

function showLive() {
  clearTimeout(pollTimer);
  pollTimer = 0;
  showConnection("live");
}

export function connect() {
  clearTimeout(reconnectTimer);
  isStreamOpen = false;
  if (!pollTimer) startPolling();
  noteSignal();
  openStream(topics, handleSignal);
}

function handleSignal(name) {
  const isLost = name === "error" || name === "closed";
  isStreamOpen = !isLost && (isStreamOpen || name === "open");
  if (isLost) return handleLostStream(name === "closed");
  noteSignal();
  if (name === "open") showLive();
  if (name !== "ping") scheduleRefresh();
}

function handleLostStream(isClosed) {
  if (!navigator.onLine) showConnection("offline");
  else if (statusLine?.dataset.state !== "offline") showConnection("stale");
  if (!pollTimer) startPolling();
  clearTimeout(reconnectTimer);
  if (isClosed) reconnectTimer = setTimeout(connect, STREAM_RETRY);
}

function noteSignal() {
  lastSignal = Date.now();
}

// A stream that is open but sends no pings is not connected.
function checkStream() {
  if (!isStreamOpen || Date.now() - lastSignal < STREAM_SILENCE) return;
  showConnection("stale");
  connect();
}

document.addEventListener("input", (event) => edited.add(event.target));
// Safari matches :active only with a touch listener.
document.addEventListener("touchstart", () => {});

addEventListener("changed", () => {
  hasChanged = true;
  scheduleRefresh();
});
// A refresh under way may still succeed.
addEventListener("offline", () => {
  showConnection("offline");
  if (topics.length) refresh();
});
if (topics.length) {
  connect();
  addEventListener("online", connect);
  // A countdown has ended (clock.js); the server acts within DUE_DELAY.
  addEventListener("due", () => {
    scheduleRefresh();
    setTimeout(refresh, DUE_DELAY);
  });
  // Durations go on.
  if (document.body.dataset.refreshSeconds) setInterval(refresh, 1000 * document.body.dataset.refreshSeconds);
  setInterval(checkStream, STREAM_SILENCE / 4);
  loadDesk()?.then((desk) => desk.watchServer());
} else {
  // Nothing to fetch on a page that follows nothing.
  addEventListener("online", () => {
    showConnection("live");
    if (statusLine) statusLine.hidden = true;
  });
}

if (document.querySelector(":is(.tabs, .masthead nav) a[aria-current]")) import("./tabs.js");
