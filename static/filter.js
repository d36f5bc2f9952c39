// Used by the form to follow a player: the list of names is filtered by typing. Without this file all names are listed.

document.querySelectorAll("[data-filters]").forEach((field) => { field.closest("[hidden]")?.removeAttribute("hidden"); });
document.addEventListener("input", (event) => {
  const list = document.getElementById(event.target.dataset?.filters || "");
  const letters = event.target.value.toLocaleLowerCase();
  list?.querySelectorAll("li").forEach((item) => { item.hidden = !item.textContent.toLocaleLowerCase().includes(letters); });
});
