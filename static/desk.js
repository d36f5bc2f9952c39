// Keys of the desk. Everything here can be done without them; a box switches them off.

const box = document.getElementById("line-box");
const keys = document.getElementById("keys");
const lever = document.getElementById("keys-on");
const KEPT = "desk-keys";

if (lever) {
  lever.checked = localStorage.getItem(KEPT) !== "off";
  lever.addEventListener("change", () => localStorage.setItem(KEPT, lever.checked ? "on" : "off"));
}

const deeds = {
  "/": () => box?.focus(),
  u: () => document.querySelector("[data-undo]")?.click(),
  "?": () => {
    if (!keys) return;
    keys.open = true;
    keys.querySelector("summary").focus();
  },
};

document.addEventListener("keydown", (event) => {
  if (!lever?.checked || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest?.("input, select, textarea, [contenteditable]")) return;
  const digit = /^\d$/.test(event.key) && box;
  const deed = digit ? () => { box.value = event.key; box.focus(); } : deeds[event.key];
  if (!deed) return;
  event.preventDefault();
  deed();
});
