// Used by site.js and tv.js: server-sent events about the topics of a page. HTTP/1.1 allows a browser six connections to a
// host, and an open stream takes one; so all pages of a browser share the streams of one worker (stream-worker.js). Without
// shared workers each page has a stream of its own, and none while it is hidden.

let receiver = () => {};
// Undefined until the first call of openStream; null without shared workers.
let port;
let ownTopics = [];
let ownSource = null;

// Called again with the same topics, it opens the streams again.
export function openStream(topics, receive) {
  receiver = receive;
  ownTopics = topics;
  if (port === undefined) port = connectToWorker();
  if (port) port.postMessage(topics);
  else openOwnSource();
}

function connectToWorker() {
  try {
    const worker = new SharedWorker(new URL("./stream-worker.js", import.meta.url), { type: "module" });
    worker.onerror = () => {
      port = null;
      openOwnSource();
    };
    worker.port.onmessage = ({ data }) => receiver(data);
    return worker.port;
  } catch {
    // Not every browser has shared workers, and embedded pages may not use them.
    return null;
  }
}

// A page of calls announces them while it is hidden (call.js).
const needsSource = () => !document.hidden || Boolean(document.getElementById("call-notices"));

async function openOwnSource() {
  // Few browsers need it.
  const { openSource } = await import("./event-source.js");
  ownSource?.close();
  ownSource = needsSource() ? openSource(ownTopics, "", (name) => receiver(name)) : null;
}

function followVisibility() {
  if (port === null && needsSource() !== Boolean(ownSource)) openOwnSource();
}

addEventListener("pagehide", () => port?.postMessage([]));
addEventListener("pageshow", (event) => event.persisted && port && openStream(ownTopics, receiver));
document.addEventListener("visibilitychange", followVisibility);
