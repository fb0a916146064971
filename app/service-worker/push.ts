import type { PushPayload } from "../domain/notices/push/push-payload";
import { worker } from "./scope";

/**
 * Shows what arrives by push, and opens it at a tap (N11). The payload is that of declarative push: browsers that know it
 * show it without us.
 */
export function showPushes(): void {
  worker.addEventListener("push", (event) => {
    const { title, navigate, data: id, ...options } = (event.data!.json() as PushPayload).notification;
    event.waitUntil(
      worker.registration.showNotification(title, { ...options, icon: "/icon-192.png", data: { navigate, id } }),
    );
  });

  worker.addEventListener("notificationclick", (event) => {
    const { notification } = event;
    const { navigate, id } = notification.data as { navigate: string; id: string };
    notification.close();
    event.waitUntil(Promise.all([open(navigate), fetch(`/notices/${id}/seen`, { method: "POST" })]));
  });

  // The browser has renewed the device's address: the old one leads nowhere.
  worker.addEventListener("pushsubscriptionchange", (event) => {
    event.waitUntil(renew(event.oldSubscription ?? null, event.newSubscription ?? null));
  });
}

/** Shows the page where it is open already, else in a new window. */
async function open(url: string): Promise<unknown> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((page) => page.url === url);
  return page ? page.focus() : worker.clients.openWindow(url);
}

async function renew(old: PushSubscription | null, given: PushSubscription | null): Promise<void> {
  const subscription = given ?? (old && (await worker.registration.pushManager.subscribe(old.options)));
  if (!subscription) return;
  await fetch("/push-devices", {
    method: "POST",
    body: new URLSearchParams({ endpoint: subscription.endpoint, ...subscription.toJSON().keys }),
  });
}
