// Used by the page of a sign-in link. Puts the secret after the # of the link (which no server and no log sees) into the
// field of the form. It is not submitted: a mail scanner that opens the link must not use it up.

const field = document.querySelector("[data-secret] input");
const secret = decodeURIComponent(location.hash.slice(1));
if (field && secret) {
  history.replaceState(null, "", location.pathname + location.search);
  field.value = secret;
  field.form.querySelector("button").focus();
}
