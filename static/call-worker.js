// Service worker of call.js: a click on the notification of a call opens the page it came from. It stores and fetches
// nothing.

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const openCallingPage = async () => {
    const openWindows = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const page = openWindows.find((one) => one.url === event.notification.data);
    return page ? page.focus() : clients.openWindow(event.notification.data);
  };
  event.waitUntil(openCallingPage());
});
