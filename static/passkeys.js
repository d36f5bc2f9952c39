// Passkeys: asks the browser for one, and sends what it answers with the form.
// The forms stay hidden where the browser knows no passkeys.

const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const toKeys = (keys) => (keys || []).map((key) => ({ ...key, id: toBytes(key.id) }));

async function create({ publicKey }) {
  const key = await navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: toBytes(publicKey.challenge),
      user: { ...publicKey.user, id: toBytes(publicKey.user.id) },
      excludeCredentials: toKeys(publicKey.excludeCredentials),
    },
  });
  return {
    ...describeCredential(key),
    response: {
      clientDataJSON: toText(key.response.clientDataJSON),
      attestationObject: toText(key.response.attestationObject),
      transports: key.response.getTransports?.() || [],
    },
  };
}

async function get({ publicKey }) {
  const key = await navigator.credentials.get({
    publicKey: {
      ...publicKey,
      challenge: toBytes(publicKey.challenge),
      allowCredentials: toKeys(publicKey.allowCredentials),
    },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = key.response;
  return {
    ...describeCredential(key),
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
      userHandle: userHandle ? toText(userHandle) : null,
    },
  };
}

function describeCredential(key) {
  return {
    id: key.id,
    rawId: toText(key.rawId),
    type: key.type,
    authenticatorAttachment: key.authenticatorAttachment,
    clientExtensionResults: key.getClientExtensionResults(),
  };
}

async function fetchOptions(form) {
  const body = new FormData(form);
  body.set("for", form.dataset.passkey);
  const answer = await fetch(form.dataset.optionsUrl, { method: "POST", body });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

// Browsers offer passkeys to secure pages only.
document.querySelectorAll("[data-passkey-insecure]").forEach((note) => { note.hidden = isSecureContext; });
if (window.PublicKeyCredential) {
  document.querySelectorAll("form[data-passkey]").forEach((form) => {
    const errorMessage = form.querySelector("[role=alert]");
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (errorMessage) errorMessage.hidden = true;
      try {
        const options = await fetchOptions(form);
        const key = form.dataset.passkey === "create" ? await create(options) : await get(options);
        form.elements.credential.value = JSON.stringify(key);
        form.submit();
      } catch {
        if (errorMessage) errorMessage.hidden = false;
      }
    });
  });
}
