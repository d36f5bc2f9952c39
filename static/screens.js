// Used by the desk's page of screens: refreshes it every 20 seconds, as screens report that they are on.

setInterval(() => document.visibilityState === "visible" && dispatchEvent(new Event("due")), 20000);
