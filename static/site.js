// What pages do beyond plain HTML: follow live changes and say how the line is.
// Every page works without this file.

const WAIT = 300;
// Without a stream: again so soon, or so many times what the answer took, but not later.
const POLL = 1500;
const RESTS = 20;
const LATEST = 20000;
const PATIENCE = 10000;
const DUE = 15000;
const RETRY = 30000;
// A network that falls silent closes nothing. The house says at least every 15 seconds that it is there; a desk asks.
const SILENCE = 40000;
const PULSE = 4000;
const REACHABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";
const ALARM = "⚠ ";
let topics = topicsOf(document);
const line = document.getElementById("connection-status");
const edited = new WeakSet();
let timer = 0;
let fetched = Date.now();
let heard = Date.now();
let took = 0;
let asking = false;
let again = false;

function topicsOf(from) {
  return (from.body.dataset.topics || "").split(" ").filter(Boolean);
}

function tell(state) {
  if (!line || line.dataset.state === state) return;
  line.dataset.state = state;
  line.hidden = false;
  line.setAttribute("role", state === "offline" ? "alert" : "status");
  document.title = (state === "offline" ? ALARM : "") + document.title.replace(ALARM, "");
  const clock = new Date(fetched).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false });
  line.textContent = (line.getAttribute(`data-text-${state}`) || "").replace("{time}", clock);
}

async function page(address) {
  const answer = await fetch(address, { headers: { "X-Requested-With": "live" }, cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok && answer.status !== 404) throw new Error(String(answer.status));
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// What a part says to its reader: tokens and keys in hidden fields and countdowns differ on every answer, folds are his own.
function said(part) {
  const copy = part.cloneNode(true);
  copy.classList.remove("changed");
  copy.querySelectorAll("input[type=hidden], time.countdown").forEach((field) => field.remove());
  copy.querySelectorAll("details[id]").forEach((fold) => fold.removeAttribute("open"));
  copy.querySelectorAll("[data-content-url]").forEach((fold) => fold.replaceChildren(fold.querySelector("summary")));
  return copy.outerHTML;
}

// Whether somebody has begun to fill in a field of this part; one that is as it was again counts no more.
function isBusy(part) {
  return [...part.querySelectorAll("input, select, textarea")].some((field) => edited.has(field) && (field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked : field.value !== (field.defaultValue ?? "")));
}

// Where old and fresh have the same frame, only what differs inside is replaced: the reader keeps his place in
// everything that scrolls, his focus, and sees what has changed.
function put(old, fresh) {
  if (!fresh) return;
  if (said(old) === said(fresh)) return renewVersions(old, fresh);
  if (old.dataset?.contentUrl && old.dataset.contentUrl === fresh.dataset.contentUrl) return put(old.firstElementChild, fresh.firstElementChild);
  const [olds, news] = [[...old.children], [...fresh.children]];
  const isFrame = olds.length && olds.length === news.length && shell(old) === shell(fresh) && own(old) === own(fresh);
  if (shell(old) === shell(fresh) && isKeyed(old) && isKeyed(fresh)) return arrange(old, news);
  if (isFrame) return olds.forEach((child, number) => put(child, news[number]));
  if (!isBusy(old)) replace(old, fresh);
}

// The same words may belong to something newer: forms speak of the version that is seen.
function renewVersions(old, fresh) {
  const versions = (part) => [...part.querySelectorAll("input[name=version]")].filter((field) => !field.closest("[data-content-url]"));
  const [olds, news] = [versions(old), versions(fresh)];
  if (olds.length === news.length) olds.forEach((field, number) => { field.value = news[number].value; });
}

function isKeyed(part) {
  return part.children.length > 0 && [...part.children].every((child) => child.id);
}

// A list whose lines have names of their own: lines go and come, and one somebody writes in stays where it is.
function arrange(old, news) {
  const names = new Set(news.map((line) => line.id));
  [...old.children].forEach((line) => names.has(line.id) || isBusy(line) || line.remove());
  let before = null;
  for (const line of news) {
    const held = [...old.children].find((child) => child.id === line.id);
    if (held) put(held, line);
    const now = held ? document.getElementById(line.id) : document.adoptNode(line);
    const next = before ? before.nextElementSibling : old.firstElementChild;
    if (now !== next) old.insertBefore(now, next);
    if (!held) now.classList.add("changed");
    before = now;
  }
}

function shell(part) {
  const copy = part.cloneNode(false);
  copy.classList.remove("changed");
  if (copy.matches("details[id]")) copy.removeAttribute("open");
  return copy.outerHTML;
}

function own(part) {
  return [...part.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data.trim() : "")).join("\n");
}

// Replacing keeps the focus by id, and never throws away what somebody has begun to fill in.
function replace(old, fresh) {
  const held = old.contains(document.activeElement) ? document.activeElement.id : "";
  const open = [...old.querySelectorAll("details[open][id]")];
  const rolled = [...old.querySelectorAll("[id] > .bracket-scroll, [id] > .scroll")].map((part) => [part.parentElement.id, part.scrollLeft]);
  old.replaceWith(document.adoptNode(fresh));
  open.forEach((fold) => {
    const again = document.getElementById(fold.id);
    if (again?.dataset.contentUrl) again.replaceChildren(again.querySelector("summary"), ...[...fold.children].slice(1));
    again?.setAttribute("open", "");
  });
  rolled.forEach(([id, left]) => document.getElementById(id)?.querySelector(":scope > .bracket-scroll, :scope > .scroll")?.scrollTo(left, 0));
  if (held) document.getElementById(held)?.focus({ preventScroll: true });
  fresh.classList.add("changed");
}

// One look at a time: an older answer must never come after a newer one.
async function refresh() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  const begun = performance.now();
  try {
    await look();
    fetched = Date.now();
    if (stream?.readyState === EventSource.OPEN) isLive();
    else if (line?.dataset.state === "offline") tell("stale");
  } catch {
    tell("offline");
    if (!polling) poll();
  }
  took = performance.now() - begun;
  asking = false;
  if (again) soon();
  again = false;
}

async function look() {
  const parts = [...document.querySelectorAll("[data-live][id]")];
  // A page that answered a form has an address nobody can ask again; it says itself where it can be found.
  const here = document.body.dataset.pageUrl || location.href.split("#")[0];
  const sources = new Map();
  parts.forEach((part) => {
    const address = part.dataset.live || here;
    sources.set(address, [...(sources.get(address) || []), part]);
  });
  for (const [address, olds] of sources) {
    const fresh = await page(address);
    if (address === here && hasNewParts(fresh)) return location.reload();
    const comeBack = placeHeld();
    olds.forEach((old) => put(old, fresh.getElementById(old.id)));
    comeBack();
    if (address === here) followNewTopics(topicsOf(fresh));
  }
}

// A desk that has entered another phase has other parts. It is loaded again once nothing on it is half typed.
function hasNewParts(fresh) {
  if (!document.body.matches(".desk-page") || document.body.dataset.pageUrl || isBusy(document.body)) return false;
  return [...fresh.querySelectorAll("[data-live][id]")].some((part) => !document.getElementById(part.id));
}

// A page may have more to follow than when it was opened: an event that began since.
function followNewTopics(fresh) {
  if (fresh.every((topic) => topics.includes(topic))) return;
  topics = fresh;
  follow();
}

// Where somebody works may be gone after a look: then he goes on at what is next to it, not at the top of the page.
function placeHeld() {
  const near = [];
  for (let part = document.activeElement; part && part !== document.body; part = part.parentElement) {
    const around = [...(part.parentElement?.children || [])];
    const at = around.indexOf(part);
    near.push(...[part, ...around.slice(at + 1), ...around.slice(0, at).reverse()].map((one) => one.id).filter(Boolean));
  }
  return () => {
    if (document.activeElement !== document.body) return;
    const places = near.map((name) => document.getElementById(name)).flatMap((part) => (part ? [part, ...part.querySelectorAll(REACHABLE)] : []));
    places.find((part) => part.matches(REACHABLE) && part.checkVisibility())?.focus({ preventScroll: true });
  };
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(refresh, WAIT);
}

let stream = null;
let polling = 0;
let retry = 0;

// A stream that is refused, or that somebody on the way holds back, must not leave a page as it was, nor must
// a look that failed.
function poll() {
  clearTimeout(polling);
  polling = setTimeout(async () => {
    await refresh();
    if (polling) poll();
  }, Math.min(Math.max(POLL, RESTS * took), LATEST));
}

function isLive() {
  clearTimeout(polling);
  polling = 0;
  tell("live");
}

function follow() {
  clearTimeout(retry);
  stream?.close();
  stream = new EventSource(`/stream/?${topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join("&")}`);
  if (!polling) poll();
  hear();
  stream.onopen = () => {
    hear();
    isLive();
    soon();
  };
  stream.onerror = () => {
    if (!navigator.onLine) tell("offline");
    else if (line?.dataset.state !== "offline") tell("stale");
    if (!polling) poll();
    if (stream.readyState === EventSource.CLOSED) retry = setTimeout(follow, RETRY);
  };
  stream.addEventListener("ping", hear);
  [...topics, "refresh"].forEach((topic) => stream.addEventListener(topic, () => {
    hear();
    soon();
  }));
}

function hear() {
  heard = Date.now();
}

// A stream that is open and says nothing is none.
function listen() {
  if (stream?.readyState !== EventSource.OPEN || Date.now() - heard < SILENCE) return;
  tell("stale");
  follow();
}

async function pulse() {
  const isThere = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PULSE) }).then((answer) => answer.ok, () => false);
  if (isThere || line?.dataset.state === "offline") return;
  follow();
  tell("offline");
}

document.addEventListener("input", (event) => edited.add(event.target));

// A fold whose inside is a page of its own: fetched each time it is opened, and a way there without this file.
document.addEventListener("toggle", async (event) => {
  const fold = event.target;
  if (!fold.open || !fold.dataset?.contentUrl || isBusy(fold)) return;
  const found = await page(fold.dataset.contentUrl).then((fresh) => fresh.getElementById("fetched-content")).catch(() => null);
  if (!found || isBusy(fold) || fold.contains(document.activeElement) && document.activeElement !== fold.querySelector("summary")) return;
  found.removeAttribute("id");
  fold.replaceChildren(fold.querySelector("summary"), document.adoptNode(found));
}, true);

// A countdown on the page has ended; what follows from it is written a moment later.
addEventListener("due", () => {
  if (!topics.length) return;
  soon();
  setTimeout(refresh, DUE);
});
// Something was done here, and the page shows it.
addEventListener("changed", soon);
// What a page tells of minutes goes on when nothing else happens.
if (topics.length && document.body.dataset.refreshSeconds) setInterval(refresh, 1000 * Number(document.body.dataset.refreshSeconds));
addEventListener("offline", () => tell("offline"));
addEventListener("online", () => topics.length && follow());
if (topics.length) {
  follow();
  setInterval(listen, SILENCE / 4);
  if (document.body.matches(".desk-page")) setInterval(pulse, PULSE);
}

// The tab of this page is in sight, however many stand before it.
document.querySelectorAll(":is(.tabs, .masthead nav) a[aria-current]").forEach((tab) => {
  const row = tab.closest(".tabs, .masthead ul");
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
});

// A list of names that letters make shorter; without this file it is whole.
document.querySelectorAll("[data-filters]").forEach((field) => { field.closest("[hidden]")?.removeAttribute("hidden"); });
document.addEventListener("input", (event) => {
  const list = document.getElementById(event.target.dataset?.filters || "");
  const letters = event.target.value.toLocaleLowerCase();
  list?.querySelectorAll("li").forEach((line) => { line.hidden = !line.textContent.toLocaleLowerCase().includes(letters); });
});
