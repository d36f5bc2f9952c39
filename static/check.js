/* The check of a match file: the QR code of a certificate leads here with the signed match in the fragment. */

const form = document.querySelector("#check-form");

if (form && location.hash.startsWith("#ogxm=")) {
  form.elements.text.value = location.href;
  // Going back must not submit it again.
  history.replaceState(null, "", location.pathname);
  form.requestSubmit();
}
