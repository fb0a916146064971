/** The service worker of the dashboard that is open, registered once it runs. */
export async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js", { scope: `/${location.pathname.split("/")[1]}` });
  return navigator.serviceWorker.ready;
}
