// The shared worker of stream.js: it opens the streams of all pages of a browser and tells each page about its topics.

import { openSource } from "./event-source.js";

// The server accepts so many topics in one stream.
const TOPIC_LIMIT = 32;
// Pages join and leave in groups, as when one is loaded after another.
const JOIN_DELAY = 50;

// The port of each page -> its topics, and whether it knows that its streams are open.
const pages = new Map();
// The open streams: the EventSource, its topics, and the id of its last message.
let sources = [];
let joinTimer = 0;

// A page sends its topics when it opens and an empty list when it leaves; the same topics again mean that it wants
// its streams opened again.
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

self.onconnect = (event) => addPage(event.ports[0]);
