// Shows the notice of a call and leads back to the page it came from. It keeps and fetches nothing.

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const back = async () => {
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const page = open.find((one) => one.url === event.notification.data);
    return page ? page.focus() : clients.openWindow(event.notification.data);
  };
  event.waitUntil(back());
});
