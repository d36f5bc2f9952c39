// Used by the page of a screen in the playing room. Turns its pages, refreshes them, and keeps trying while the server
// cannot be reached.

import { openStream } from "./stream.js";

const REFRESH_INTERVAL = 10000;
const STALE_AFTER = 30000;
const PRESENCE_INTERVAL = 25000;
const REFRESH_DELAY = 250;
const CONTROLS_TIMEOUT = 4000;
const OVERFLOW_TOLERANCE = 1.002;
const SIZES = [1.7, 1.45, 1.2, 1];
const SINGLE_LINE_NAMES = ".side, .seat, .names li";

const stage = document.getElementById("stage");
const staleNotice = document.getElementById("stale");
const form = document.getElementById("presence-form");
const controls = document.getElementById("tools");
let lastRefresh = Date.now();
let clockOffset = 0;
let lastTurn = Date.now();
let isStaying = false;
let isRefreshing = false;
let refreshAgain = false;

const getPages = () => [...stage.querySelectorAll(".screen-page")];
const getCurrentPage = () => stage.querySelector(".screen-page.current");
// On a phone the page is scrolled; then no page is turned while the reader is further down.
const isScrollable = () => getComputedStyle(stage).position === "static";
const isPaused = () => isStaying || "paused" in document.body.dataset || (isScrollable() && scrollY > 0);

// The time of the server: the clock and zone of a television are often wrong.
function formatTime(moment) {
  return new Date(moment + clockOffset + Number(document.body.dataset.zone || 0) * 1000).toISOString().slice(11, 16);
}

// Whether the page fits into the window with every name in one line.
function isFitting(page) {
  const isInside = page.scrollHeight <= page.clientHeight * OVERFLOW_TOLERANCE && page.scrollWidth <= page.clientWidth * OVERFLOW_TOLERANCE;
  const isLong = (name) => name.scrollWidth > name.clientWidth + 1;
  const isWide = (table) => table.offsetWidth > Number.parseFloat(getComputedStyle(table.parentElement).gridTemplateColumns) + 1;
  return isInside && ![...page.querySelectorAll(SINGLE_LINE_NAMES)].some(isLong) && ![...page.querySelectorAll(".halves > table")].some(isWide);
}

// Zoom a page as large as the window allows without breaking names; larger ones are zoomed out, so that nothing is cut
// off. On a phone the page is scrolled instead.
function fitPage(page) {
  page.style.zoom = 1;
  page.classList.remove("is-fitted");
  if (isScrollable()) return;
  page.classList.add("is-measured");
  const size = SIZES.find((each) => {
    page.style.zoom = each;
    return isFitting(page);
  });
  page.classList.remove("is-measured");
  page.classList.toggle("is-fitted", Boolean(size));
  for (let step = 0; !size && step < 4; step += 1) {
    const over = Math.max(page.scrollHeight / page.clientHeight, page.scrollWidth / page.clientWidth);
    if (over <= OVERFLOW_TOLERANCE) return;
    page.style.zoom = Number(page.style.zoom) / over;
  }
}

function show(page) {
  if (!page) return;
  getPages().forEach((each) => each.classList.toggle("current", each === page));
  lastTurn = Date.now();
  fitPage(page);
  const all = getPages();
  document.getElementById("page").textContent = all.length > 1 ? `${all.indexOf(page) + 1} / ${all.length}` : "";
}

function turnPage(step) {
  const all = getPages();
  scrollTo(0, 0);
  show(all[(all.indexOf(getCurrentPage()) + step + all.length) % all.length]);
}

// The markup without what differs on every response: the clocks.
function comparableMarkup(part) {
  const copy = part.cloneNode(true);
  copy.classList.remove("current", "is-fitted");
  copy.removeAttribute("style");
  copy.querySelectorAll("time").forEach((clock) => clock.remove());
  return copy.outerHTML;
}

function updatePages(fresh) {
  const before = getCurrentPage();
  const key = before?.id;
  const place = getPages().indexOf(before);
  const oldPages = new Map(getPages().map((page) => [page.id, page]));
  const called = oldPages.get("calls-1") && comparableMarkup(oldPages.get("calls-1"));
  const now = [...fresh.querySelectorAll(".screen-page")].map((page) => {
    const old = oldPages.get(page.id);
    page.classList.remove("current");
    return old && comparableMarkup(old) === comparableMarkup(page) ? old : document.adoptNode(page);
  });
  stage.replaceChildren(...now);
  const same = now.find((page) => page.id === key) || now[Math.min(Math.max(place, 0), now.length - 1)];
  const calls = now.find((page) => page.id === "calls-1");
  const isNews = calls && called !== undefined && calls.querySelector(".newest") && comparableMarkup(calls) !== called;
  const at = lastTurn;
  show(isNews && !isPaused() ? calls : same);
  if (!isNews && same?.id === key) lastTurn = at;
}

function applyUpdate(fresh) {
  if (fresh.body.dataset.release !== document.body.dataset.release || fresh.body.dataset.topics !== document.body.dataset.topics) {
    location.reload();
    return;
  }
  for (const name of ["seconds", "paused"]) {
    if (name in fresh.body.dataset) document.body.dataset[name] = fresh.body.dataset[name];
    else delete document.body.dataset[name];
  }
  for (const id of ["head", "banner"]) {
    const [old, next] = [document.getElementById(id), fresh.getElementById(id)];
    if (old && next && old.outerHTML !== next.outerHTML) old.replaceWith(document.adoptNode(next));
  }
  updatePages(fresh);
  tick();
}

async function refresh() {
  if (isRefreshing) {
    refreshAgain = true;
    return;
  }
  isRefreshing = true;
  try {
    const answer = await fetch(location.pathname, { headers: { "X-Requested-With": "live" }, cache: "no-cache", signal: AbortSignal.timeout(REFRESH_INTERVAL) });
    if (!answer.ok) throw new Error(String(answer.status));
    clockOffset = (Date.parse(answer.headers.get("Date")) || Date.now()) - Date.now();
    applyUpdate(new DOMParser().parseFromString(await answer.text(), "text/html"));
    lastRefresh = Date.now();
  } catch {
    // `tick` shows a notice when this lasts.
  } finally {
    isRefreshing = false;
    if (refreshAgain) {
      refreshAgain = false;
      scheduleRefresh();
    }
  }
}

let refreshTimer = 0;
function scheduleRefresh() {
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(refresh, REFRESH_DELAY);
}

let reconnectTimer = 0;
function connect() {
  openStream((document.body.dataset.topics || "").split(" ").filter(Boolean), (name) => {
    clearTimeout(reconnectTimer);
    if (name === "closed") reconnectTimer = setTimeout(connect, REFRESH_INTERVAL);
    else if (name !== "ping" && name !== "error") scheduleRefresh();
  });
}

function tick() {
  const now = Date.now();
  const clock = document.getElementById("clock");
  if (clock) clock.textContent = formatTime(now);
  const isStale = now - lastRefresh > STALE_AFTER;
  if (staleNotice.hidden === isStale) {
    staleNotice.hidden = !isStale;
    staleNotice.textContent = isStale ? staleNotice.dataset.text.replace("{time}", formatTime(lastRefresh)) : "";
    fitPage(getCurrentPage());
  }
  if (!isPaused() && getPages().length > 1 && now - lastTurn >= Number(document.body.dataset.seconds) * 1000) turnPage(1);
}

async function reportPresence() {
  if (!form.getAttribute("action")) return;
  form.elements.showing.value = getCurrentPage()?.id || "";
  try {
    await fetch(form.action, { method: "POST", body: new FormData(form) });
  } catch {
    // Repeated after PRESENCE_INTERVAL.
  }
}

async function stayAwake() {
  try {
    if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen");
  } catch {
    // Not every browser supports wake locks.
  }
}

let controlsTimer = 0;
function showControls() {
  controls.hidden = false;
  document.body.classList.add("controls-visible");
  clearTimeout(controlsTimer);
  controlsTimer = setTimeout(() => !controls.contains(document.activeElement) && document.body.classList.remove("controls-visible"), CONTROLS_TIMEOUT);
}

const actions = {
  back: () => turnPage(-1),
  next: () => turnPage(1),
  stay: () => {
    isStaying = !isStaying;
    controls.querySelector("[data-command=stay]").setAttribute("aria-pressed", String(isStaying));
  },
  full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
};
const keys = { ArrowRight: "next", ArrowLeft: "back", " ": "stay" };

controls.addEventListener("click", (event) => actions[event.target.dataset.command]?.());
addEventListener("keydown", (event) => {
  showControls();
  if (keys[event.key] && event.target.tagName !== "BUTTON") {
    event.preventDefault();
    actions[keys[event.key]]();
  }
});
addEventListener("pointermove", showControls);
addEventListener("resize", () => fitPage(getCurrentPage()));
addEventListener("due", scheduleRefresh);
addEventListener("online", scheduleRefresh);
document.addEventListener("visibilitychange", stayAwake);

connect();
stayAwake();
show(getCurrentPage());
tick();
document.fonts?.ready.then(() => fitPage(getCurrentPage()));
reportPresence();
setInterval(tick, 1000);
setInterval(refresh, REFRESH_INTERVAL);
setInterval(reportPresence, PRESENCE_INTERVAL);
