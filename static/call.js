// Used by the pages of a player's matches and of a followed player. Announces a call: in the title of the page, by
// vibration, and by a notification where it is allowed. No push service is used: the page has to be open.

const main = document.getElementById("main");
const noticeOffer = document.getElementById("call-notices");
const title = document.title;
const calls = () => [...main.querySelectorAll("[data-call-title]")];
const callKeys = (currentCalls) => currentCalls.map((call) => `${call.dataset.callTitle} ${call.dataset.opponents}`);
let knownKeys = new Set(callKeys(calls()));

function updateTitle() {
  const [first] = calls();
  const text = first ? `${first.dataset.callTitle} · ${title}` : title;
  if (document.title !== text) document.title = text;
}

async function notify(call) {
  if (!("Notification" in window) || Notification.permission !== "granted" || !noticeOffer) return;
  const worker = await navigator.serviceWorker?.register(noticeOffer.dataset.worker).catch(() => null);
  await worker?.showNotification(call.dataset.callTitle, { body: call.dataset.opponents, tag: "call", renotify: true, vibrate: [300, 100, 300], data: location.href }).catch(() => null);
}

function announceNewCall() {
  updateTitle();
  const currentCalls = calls();
  const newCall = currentCalls.find((call) => !knownKeys.has(callKeys([call])[0]));
  knownKeys = new Set(callKeys(currentCalls));
  if (!newCall) return;
  navigator.vibrate?.([300, 100, 300]);
  notify(newCall);
}

function updateOffer() {
  const insecureNote = document.getElementById("call-notices-insecure");
  if (insecureNote) insecureNote.hidden = isSecureContext;
  if (!noticeOffer || !isSecureContext || !("Notification" in window) || !("serviceWorker" in navigator)) return;
  noticeOffer.hidden = Notification.permission === "denied";
  const [question, confirmation] = noticeOffer.children;
  question.hidden = Notification.permission === "granted";
  confirmation.hidden = Notification.permission !== "granted";
}

noticeOffer?.querySelector("button").addEventListener("click", async () => {
  await Notification.requestPermission();
  await navigator.serviceWorker.register(noticeOffer.dataset.worker).catch(() => null);
  updateOffer();
});
new MutationObserver(announceNewCall).observe(main, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-call-title", "data-opponents"] });
updateTitle();
updateOffer();
