// Used by the pages of a badge and of own money sessions. Takes the secret of the badge out of the address (the part after #, which no server and no log sees) and sends it once.

const form = document.getElementById("badge-form");

function redeemToken() {
  const token = location.hash.slice(1);
  if (!form || !token) return;
  history.replaceState(null, "", location.pathname);
  form.elements.token.value = token;
  form.submit();
}

redeemToken();
// A link of another badge pasted into this tab changes only the part after #: the page is not loaded again.
addEventListener("hashchange", redeemToken);
