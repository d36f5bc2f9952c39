// Used by site.js and tv.js: server-sent events about the topics of a page. HTTP/1.1 allows a browser six connections to a
// host, and an open stream takes one; so all pages of a browser share the streams of one worker. This file is the module of
// the pages and of that worker. Without shared workers each page has a stream of its own, and none while it is hidden.

// The server accepts so many topics in one stream.
const TOPIC_LIMIT = 32;
// Pages join and leave in groups, as when one is loaded after another.
const JOIN_DELAY = 50;
const isWorker = "SharedWorkerGlobalScope" in self;

// `receive` is called with "open"; "error" while the browser reconnects; "closed" when the server has refused; "ping";
// "refresh"; or the name of a topic; and with the id of the message.
function openSource(topics, last, receive) {
  const parameters = new URLSearchParams(topics.map((topic) => ["topic", topic]));
  if (last) parameters.set("last", last);
  const source = new EventSource(`/stream/?${parameters}`);
  source.onopen = () => receive("open", "");
  source.onerror = () => receive(source.readyState === EventSource.CLOSED ? "closed" : "error", "");
  [...topics, "refresh", "ping"].forEach((name) => source.addEventListener(name, (event) => {
    if (!isForPrograms(event)) receive(name, event.lastEventId);
  }));
  return source;
}

// A match is also announced to its event and its club; a page that shows its score follows the desk.
function isForPrograms(event) {
  return /^(event|club):/.test(event.type) && JSON.parse(event.data).kind === "match";
}

// ---- The page

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
    const worker = new SharedWorker(import.meta.url, { type: "module" });
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

function openOwnSource() {
  ownSource?.close();
  ownSource = needsSource() ? openSource(ownTopics, "", (name) => receiver(name)) : null;
}

function followVisibility() {
  if (port === null && needsSource() !== Boolean(ownSource)) openOwnSource();
}

// ---- The worker

const pages = new Map();
let sources = [];
let joinTimer = 0;

function addPage(newPort) {
  newPort.onmessage = ({ data }) => {
    const known = pages.get(newPort)?.topics || [];
    const isRepeated = data.length > 0 && data.join() === known.join();
    if (data.length) pages.set(newPort, { topics: data, isLive: false });
    else pages.delete(newPort);
    if (isRepeated) announceAll("error");
    clearTimeout(joinTimer);
    joinTimer = setTimeout(() => (isRepeated || !isComplete() ? openSources() : announceOpen()), JOIN_DELAY);
  };
}

// Whether the streams have all topics of all pages, and no stream is left without pages.
function isComplete() {
  const open = new Set(sources.flatMap((one) => one.topics));
  const isRefused = sources.some((one) => one.source.readyState === EventSource.CLOSED);
  return !isRefused && Boolean(sources.length) === Boolean(pages.size) && [...pages.values()].every((page) => page.topics.every((topic) => open.has(topic)));
}

// What was missed in between is sent again after the id of the last message; without one, every page fetches itself.
function openSources() {
  const last = sources.length && sources.every((one) => one.last) ? String(Math.min(...sources.map((one) => Number(one.last)))) : "";
  if (!last) pages.forEach((page) => (page.isLive = false));
  sources.forEach((one) => one.source.close());
  const topics = [...new Set([...pages.values()].flatMap((page) => page.topics))];
  sources = [];
  while (topics.length) sources.push(addSource(topics.splice(0, TOPIC_LIMIT), last));
}

function addSource(topics, last) {
  const added = { topics, last };
  added.source = openSource(topics, last, (name, id) => {
    if (id) added.last = id;
    if (name === "open") announceOpen();
    else if (name === "error" || name === "closed") announceAll(name);
    else announce(name);
  });
  return added;
}

function announce(name) {
  const isForAll = name === "ping" || name === "refresh";
  pages.forEach((page, pagePort) => (isForAll || page.topics.includes(name)) && pagePort.postMessage(name));
}

function announceOpen() {
  if (!sources.length || sources.some((one) => one.source.readyState !== EventSource.OPEN)) return;
  pages.forEach((page, pagePort) => {
    if (!page.isLive) pagePort.postMessage("open");
    page.isLive = true;
  });
}

function announceAll(name) {
  pages.forEach((page, pagePort) => {
    page.isLive = false;
    pagePort.postMessage(name);
  });
}

if (isWorker) self.onconnect = (event) => addPage(event.ports[0]);
else {
  addEventListener("pagehide", () => port?.postMessage([]));
  addEventListener("pageshow", (event) => event.persisted && port && openStream(ownTopics, receiver));
  document.addEventListener("visibilitychange", followVisibility);
}
