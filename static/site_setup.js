// Proposes the time zone of the browser in the form that sets up a site.

const field = document.querySelector("[data-site-setup] select[name=time_zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
// After an error the form comes back with what was chosen.
const isFirst = !document.querySelector("[data-site-setup] [aria-invalid]");
if (field && isFirst && [...field.options].some((option) => option.value === zone)) {
  field.value = zone;
}
