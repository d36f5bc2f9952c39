// Used by the desk's list of registrations: one box that selects all boxes of its form with a name, except those that
// are apart (data-apart), which are selected one by one. Without this file it is hidden.

document.querySelectorAll("[data-selects]").forEach((all) => {
  const listed = [...all.form.querySelectorAll(`input[type=checkbox][name="${all.dataset.selects}"]`)];
  const together = listed.filter((box) => !("apart" in box.dataset));
  const boxes = together.length ? together : listed;
  const showState = () => { all.checked = boxes.length > 0 && boxes.every((box) => box.checked); };
  all.addEventListener("change", () => boxes.forEach((box) => { box.checked = all.checked; }));
  boxes.forEach((box) => box.addEventListener("change", showState));
  all.closest("[hidden]")?.removeAttribute("hidden");
  showState();
});
