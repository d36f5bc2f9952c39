// Proposes the time zone of the browser in the form that sets up a site. A form that was sent lacks the
// attribute, as it comes back with what was chosen.

const field = document.querySelector("[data-proposes-time-zone] select[name=time_zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
// A browser without a known time zone says UTC.
if (field && zone !== "UTC" && [...field.options].some((option) => option.value === zone)) field.value = zone;
