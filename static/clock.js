// Counts down beside a moment that the page already tells; the page is asked anew when it has come.

const ends = new WeakMap();

function shown(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function tick() {
  document.querySelectorAll("time.countdown[data-seconds-left]").forEach((place) => {
    if (!ends.has(place)) ends.set(place, performance.now() + Number(place.dataset.secondsLeft) * 1000);
    const left = Math.max(0, Math.round((ends.get(place) - performance.now()) / 1000));
    place.textContent = shown(left);
    if (left === 0) {
      place.removeAttribute("data-seconds-left");
      dispatchEvent(new Event("due"));
    }
  });
}

tick();
setInterval(tick, 1000);
