// Used by pages with a countdown (called matches, reports that become final). Updates <time class="countdown"> every
// second and sends the event "due" at its end, so that the page is refreshed.

const endTimes = new WeakMap();

function formatSeconds(seconds) {
  const twoDigits = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}` : `${minutes}:${twoDigits(seconds % 60)}`;
}

function tick() {
  document.querySelectorAll("time.countdown[data-seconds-left]").forEach((clock) => {
    if (!endTimes.has(clock)) endTimes.set(clock, performance.now() + Number(clock.dataset.secondsLeft) * 1000);
    const left = Math.max(0, Math.round((endTimes.get(clock) - performance.now()) / 1000));
    clock.textContent = (clock.dataset.text || "{time}").replace("{time}", formatSeconds(left));
    if (left === 0) {
      clock.removeAttribute("data-seconds-left");
      dispatchEvent(new Event("due"));
    }
  });
}

tick();
setInterval(tick, 1000);
