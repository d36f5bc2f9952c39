// Tells somebody who looks elsewhere that he is called: the title of the page, a buzz, and a notice of the
// phone where its holder allowed one. Nothing leaves the house: the page itself says it while it is open.

const main = document.getElementById("main");
const ask = document.getElementById("call-notices");
const title = document.title;
const calls = () => [...main.querySelectorAll("[data-call-title]")];
const keys = (found) => found.map((call) => `${call.dataset.callTitle} ${call.dataset.opponents}`);
let known = new Set(keys(calls()));

function heading() {
  const [first] = calls();
  const said = first ? `${first.dataset.callTitle} · ${title}` : title;
  if (document.title !== said) document.title = said;
}

async function notify(call) {
  if (!("Notification" in window) || Notification.permission !== "granted" || !ask) return;
  const worker = await navigator.serviceWorker?.register(ask.dataset.worker).catch(() => null);
  await worker?.showNotification(call.dataset.callTitle, { body: call.dataset.opponents, tag: "call", renotify: true, vibrate: [300, 100, 300], data: location.href }).catch(() => null);
}

function tell() {
  heading();
  const found = calls();
  const fresh = found.find((call) => !known.has(keys([call])[0]));
  known = new Set(keys(found));
  if (!fresh) return;
  navigator.vibrate?.([300, 100, 300]);
  notify(fresh);
}

function offer() {
  if (!ask || !isSecureContext || !("Notification" in window) || !("serviceWorker" in navigator)) return;
  ask.hidden = Notification.permission === "denied";
  const [question, promise] = ask.children;
  question.hidden = Notification.permission === "granted";
  promise.hidden = Notification.permission !== "granted";
}

ask?.querySelector("button").addEventListener("click", async () => {
  await Notification.requestPermission();
  await navigator.serviceWorker.register(ask.dataset.worker).catch(() => null);
  offer();
});
new MutationObserver(tell).observe(main, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-call-title", "data-opponents"] });
heading();
offer();
