// Keeps a result on this phone while there is no connection and sends it, once, as soon as there is one.
// The key inside every form makes sending it twice harmless.

const STORE = "kept-results";
const AGAIN = 5000;
const words = document.querySelector("[data-kept]")?.dataset;
let timer = 0;

const kept = () => JSON.parse(localStorage.getItem(STORE) || "[]");
const keep = (list) => localStorage.setItem(STORE, JSON.stringify(list));

function note(text) {
  const place = document.getElementById("kept") ?? document.createElement("p");
  place.id = "kept";
  place.className = "note still";
  place.setAttribute("role", "status");
  place.textContent = text;
  document.querySelector("main").prepend(place);
}

async function post(action, body) {
  return fetch(action, { method: "POST", body: new URLSearchParams(body), headers: { "X-Requested-With": "live" } });
}

// What the house answered is the page to see: where it led, or its refusal in place.
async function show(answer) {
  if (answer.redirected) {
    location.replace(answer.url);
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.querySelector("main").replaceWith(document.adoptNode(fresh.querySelector("main")));
  document.getElementById("refusal")?.scrollIntoView();
}

async function sendKept() {
  clearTimeout(timer);
  for (const [action, body] of kept()) {
    try {
      const answer = await post(action, body);
      keep(kept().filter(([, other]) => other !== body));
      await show(answer);
    } catch {
      timer = setTimeout(sendKept, AGAIN);
      return;
    }
  }
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-kept]") || !form.reportValidity()) return;
  event.preventDefault();
  const button = form.querySelector("button");
  const body = new URLSearchParams(new FormData(form)).toString();
  button.disabled = true;
  try {
    await show(await post(form.action, body));
  } catch {
    keep([...kept().filter(([, other]) => other !== body), [form.action, body]]);
    note(form.dataset.kept);
    timer = setTimeout(sendKept, AGAIN);
  }
});

addEventListener("online", sendKept);
if (kept().length) {
  if (words) note(words.kept);
  sendKept();
}
