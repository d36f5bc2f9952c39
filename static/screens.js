// The desk's page of screens asks now and then which of them are on.

setInterval(() => document.visibilityState === "visible" && dispatchEvent(new Event("due")), 20000);
