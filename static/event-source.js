// Used by stream-worker.js, and by stream.js where a browser has no shared workers: one stream of the server.

// `receive` is called with "open"; "error" while the browser reconnects; "closed" when the server has refused; "ping";
// "refresh"; or the name of a topic; and with the id of the message.
export function openSource(topics, last, receive) {
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
