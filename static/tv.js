// A screen in the room: goes round by itself, renews what it shows, and comes back after the house was away.

const LOOK = 10000;
const STALE = 30000;
const ALIVE = 25000;
const SOON = 250;
const AWAKE = 4000;
const SPARE = 1.002;
const SIZES = [1.7, 1.45, 1.2, 1];
const NAMES = ".side, .seat, .names li";

const stage = document.getElementById("stage");
const stale = document.getElementById("stale");
const form = document.getElementById("presence-form");
const tools = document.getElementById("tools");
let fetched = Date.now();
let ahead = 0;
let turned = Date.now();
let stays = false;
let asking = false;
let again = false;

const leaves = () => [...stage.querySelectorAll(".screen-page")];
const shown = () => stage.querySelector(".screen-page.current");
// In a hand, where the window is scrolled: no page is turned from under whoever reads further down.
const isHeld = () => getComputedStyle(stage).position === "static";
const isPaused = () => stays || "paused" in document.body.dataset || (isHeld() && scrollY > 0);

// The hour of the house: a television's own clock and zone are not to be trusted.
function time(moment) {
  return new Date(moment + ahead + Number(document.body.dataset.zone || 0) * 1000).toISOString().slice(11, 16);
}

// Whether everything is inside the window, every name in one line.
function fits(leaf) {
  const isInside = leaf.scrollHeight <= leaf.clientHeight * SPARE && leaf.scrollWidth <= leaf.clientWidth * SPARE;
  const isLong = (name) => name.scrollWidth > name.clientWidth + 1;
  const isWide = (table) => table.offsetWidth > Number.parseFloat(getComputedStyle(table.parentElement).gridTemplateColumns) + 1;
  return isInside && ![...leaf.querySelectorAll(NAMES)].some(isLong) && ![...leaf.querySelectorAll(".halves > table")].some(isWide);
}

// As large as the window allows without breaking names; what is too much for it is drawn smaller: nothing is cut
// off. A phone is scrolled instead.
function fit(leaf) {
  leaf.style.zoom = 1;
  if (isHeld()) return;
  leaf.classList.add("is-measured");
  const size = SIZES.find((each) => {
    leaf.style.zoom = each;
    return fits(leaf);
  });
  leaf.classList.remove("is-measured");
  for (let step = 0; !size && step < 4; step += 1) {
    const over = Math.max(leaf.scrollHeight / leaf.clientHeight, leaf.scrollWidth / leaf.clientWidth);
    if (over <= SPARE) return;
    leaf.style.zoom = Number(leaf.style.zoom) / over;
  }
}

function show(leaf) {
  if (!leaf) return;
  leaves().forEach((each) => each.classList.toggle("current", each === leaf));
  turned = Date.now();
  fit(leaf);
  const all = leaves();
  document.getElementById("page").textContent = all.length > 1 ? `${all.indexOf(leaf) + 1} / ${all.length}` : "";
}

function turn(step) {
  const all = leaves();
  scrollTo(0, 0);
  show(all[(all.indexOf(shown()) + step + all.length) % all.length]);
}

// What a leaf says: clocks differ on every answer.
function said(part) {
  const copy = part.cloneNode(true);
  copy.classList.remove("current");
  copy.removeAttribute("style");
  copy.querySelectorAll("time").forEach((clock) => clock.remove());
  return copy.outerHTML;
}

function renew(fresh) {
  const before = shown();
  const key = before?.id;
  const place = leaves().indexOf(before);
  const had = new Map(leaves().map((leaf) => [leaf.id, leaf]));
  const called = had.get("calls-1") && said(had.get("calls-1"));
  const now = [...fresh.querySelectorAll(".screen-page")].map((leaf) => {
    const old = had.get(leaf.id);
    leaf.classList.remove("current");
    return old && said(old) === said(leaf) ? old : document.adoptNode(leaf);
  });
  stage.replaceChildren(...now);
  const same = now.find((leaf) => leaf.id === key) || now[Math.min(Math.max(place, 0), now.length - 1)];
  const calls = now.find((leaf) => leaf.id === "calls-1");
  const isNews = calls && called !== undefined && calls.querySelector(".newest") && said(calls) !== called;
  const at = turned;
  show(isNews && !isPaused() ? calls : same);
  if (!isNews && same?.id === key) turned = at;
}

function take(fresh) {
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
  renew(fresh);
  tick();
}

async function look() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    const answer = await fetch(location.pathname, { headers: { "X-Requested-With": "live" }, cache: "no-cache", signal: AbortSignal.timeout(LOOK) });
    if (!answer.ok) throw new Error(String(answer.status));
    ahead = (Date.parse(answer.headers.get("Date")) || Date.now()) - Date.now();
    take(new DOMParser().parseFromString(await answer.text(), "text/html"));
    fetched = Date.now();
  } catch {
    // The clock below says it aloud when it lasts.
  } finally {
    asking = false;
    if (again) {
      again = false;
      soon();
    }
  }
}

let waiting = 0;
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(look, SOON);
}

let stream = null;
function follow() {
  const topics = (document.body.dataset.topics || "").split(" ").filter(Boolean);
  stream?.close();
  stream = new EventSource(`/stream/?${topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join("&")}`);
  stream.onopen = soon;
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, LOOK);
  };
  [...topics, "refresh"].forEach((topic) => stream.addEventListener(topic, soon));
}

function tick() {
  const now = Date.now();
  const clock = document.getElementById("clock");
  if (clock) clock.textContent = time(now);
  const isStale = now - fetched > STALE;
  if (stale.hidden === isStale) {
    stale.hidden = !isStale;
    stale.textContent = isStale ? stale.dataset.text.replace("{time}", time(fetched)) : "";
    fit(shown());
  }
  if (!isPaused() && leaves().length > 1 && now - turned >= Number(document.body.dataset.seconds) * 1000) turn(1);
}

async function report() {
  if (!form.getAttribute("action")) return;
  form.elements.showing.value = shown()?.id || "";
  try {
    await fetch(form.action, { method: "POST", body: new FormData(form) });
  } catch {
    // It is said again in a moment.
  }
}

async function stayAwake() {
  try {
    if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen");
  } catch {
    // Not every television lets a page ask for that.
  }
}

let resting = 0;
function wake() {
  tools.hidden = false;
  document.body.classList.add("controls-visible");
  clearTimeout(resting);
  resting = setTimeout(() => !tools.contains(document.activeElement) && document.body.classList.remove("controls-visible"), AWAKE);
}

const actions = {
  back: () => turn(-1),
  next: () => turn(1),
  stay: () => {
    stays = !stays;
    tools.querySelector("[data-command=stay]").setAttribute("aria-pressed", String(stays));
  },
  full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
};
const keys = { ArrowRight: "next", ArrowLeft: "back", " ": "stay" };

tools.addEventListener("click", (event) => actions[event.target.dataset.command]?.());
addEventListener("keydown", (event) => {
  wake();
  if (keys[event.key] && event.target.tagName !== "BUTTON") {
    event.preventDefault();
    actions[keys[event.key]]();
  }
});
addEventListener("pointermove", wake);
addEventListener("resize", () => fit(shown()));
addEventListener("due", soon);
addEventListener("online", soon);
document.addEventListener("visibilitychange", stayAwake);

follow();
stayAwake();
show(shown());
tick();
document.fonts?.ready.then(() => fit(shown()));
report();
setInterval(tick, 1000);
setInterval(look, LOOK);
setInterval(report, ALIVE);
