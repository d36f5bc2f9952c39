// Used by site.js on pages with tabs or a current entry of the menu: scrolls the row to it.

document.querySelectorAll(":is(.tabs, .masthead nav) a[aria-current]").forEach((tab) => {
  const row = tab.closest(".tabs, .masthead ul");
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
});
