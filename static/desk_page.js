// Used by site.js on the pages of a desk: new parts of the page, and whether the server can be reached.

import { connect, isBusy, showConnection } from "./site.js";

const HEALTH_INTERVAL = 4000;

// A desk that has entered another phase has other parts. It is reloaded unless something on it is being edited.
export function hasNewParts(fresh) {
  if (document.body.dataset.pageUrl || isBusy(document.body)) return false;
  return [...fresh.querySelectorAll("[data-live][id]")].some((part) => !document.getElementById(part.id));
}

async function checkServer() {
  const isReachable = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(HEALTH_INTERVAL) }).then((response) => response.ok, () => false);
  if (isReachable || document.getElementById("connection-status")?.dataset.state === "offline") return;
  connect();
  showConnection("offline");
}

export function watchServer() {
  setInterval(checkServer, HEALTH_INTERVAL);
}
