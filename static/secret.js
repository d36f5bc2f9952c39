// Puts the words after the # of a link (which no server and no log sees) into the field that takes them.
// Sending them stays a tap: a program that looks through mail must not use the link up.

const field = document.querySelector("[data-secret] input");
const secret = decodeURIComponent(location.hash.slice(1));
if (field && secret) {
  history.replaceState(null, "", location.pathname + location.search);
  field.value = secret;
  field.form.querySelector("button").focus();
}
