// Keys of the desk. Everything here can be done without them; a box switches them off.

const box = document.getElementById("line-box");
const keys = document.getElementById("keys");
const lever = document.getElementById("keys-on");
const KEPT = "desk-keys";

if (lever) {
  lever.checked = localStorage.getItem(KEPT) !== "off";
  lever.addEventListener("change", () => localStorage.setItem(KEPT, lever.checked ? "on" : "off"));
}

// A name was marked: the next one nothing is said of is under the finger.
// The way to the name that was marked ends with the page read, and takes the focus with it.
addEventListener("load", () => {
  // A line that was refused is typed anew or put right.
  if (box?.value) box.select();
  if (!/^#entry-\d+$/.test(location.hash)) return;
  const next = document.querySelector(`${location.hash} ~ li button[name=mark][aria-pressed=false]`);
  next?.focus({ preventScroll: true });
});

const deeds = {
  "/": () => box?.select(),
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
  // Links and buttons that name a key of their own: those of the bar.
  const named = /^[a-z]$/.test(event.key) && document.querySelector(`[data-key="${event.key}"]`);
  const deed = digit ? () => { box.value = event.key; box.focus(); } : named ? () => named.click() : deeds[event.key];
  if (!deed || event.repeat) return;
  event.preventDefault();
  deed();
});
