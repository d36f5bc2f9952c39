// A file dropped on the sheet, or pasted while it is open, is the file of its form. Without this file the field does.

const form = document.querySelector("[data-drop-zone]");

function take(files) {
  const [file] = files;
  if (!file) return;
  const field = form.querySelector("input[type=file]");
  const held = new DataTransfer();
  held.items.add(file);
  field.files = held.files;
  const hint = form.querySelector(".drop-hint");
  hint.querySelector("span").textContent = hint.dataset.textDropped.replace("{name}", file.name);
  form.requestSubmit();
}

function over(event, is) {
  if (![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  form.classList.toggle("drag-over", is);
}

if (form) {
  form.querySelector(".drop-hint").hidden = false;
  form.addEventListener("dragover", (event) => over(event, true));
  form.addEventListener("dragleave", (event) => over(event, false));
  form.addEventListener("drop", (event) => {
    over(event, false);
    take(event.dataTransfer.files);
  });
  addEventListener("paste", (event) => {
    if (!event.clipboardData.files.length) return;
    event.preventDefault();
    take(event.clipboardData.files);
  });
}
