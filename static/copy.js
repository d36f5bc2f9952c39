// A button beside words to copy; without scripts they are marked and copied by hand.

document.querySelectorAll("[data-copy]").forEach((button) => {
  const words = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    words.select();
    try {
      await navigator.clipboard.writeText(words.value);
      button.textContent = button.dataset.textCopied;
    } catch {
      // The words are marked: the keyboard copies them.
    }
  });
});
