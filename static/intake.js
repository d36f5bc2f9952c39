// Used by the upload pages of match files. A file dropped on the form, or pasted, is submitted; without this file the file
// field does the same.

const form = document.querySelector("[data-drop-zone]");

function submitFile(files) {
  const [file] = files;
  if (!file) return;
  const field = form.querySelector("input[type=file]");
  const transfer = new DataTransfer();
  transfer.items.add(file);
  field.files = transfer.files;
  const hint = form.querySelector(".drop-hint");
  hint.querySelector("span").textContent = hint.dataset.textDropped.replace("{name}", file.name);
  form.requestSubmit();
}

function markDropZone(event, isOver) {
  if (![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  form.classList.toggle("drag-over", isOver);
}

if (form) {
  form.querySelector(".drop-hint").hidden = false;
  form.addEventListener("dragover", (event) => markDropZone(event, true));
  form.addEventListener("dragleave", (event) => markDropZone(event, false));
  form.addEventListener("drop", (event) => {
    markDropZone(event, false);
    submitFile(event.dataTransfer.files);
  });
  addEventListener("paste", (event) => {
    if (!event.clipboardData.files.length) return;
    event.preventDefault();
    submitFile(event.clipboardData.files);
  });
}
