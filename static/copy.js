// Used by pages with addresses or code to copy (invitations, badges, embed codes, sign-ups). Shows the copy button beside
// a field; without this file the text is selected and copied by keyboard.

document.querySelectorAll("[data-copy]").forEach((button) => {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.textCopied;
    } catch {
      // The text is selected: it can be copied by keyboard.
    }
  });
});
