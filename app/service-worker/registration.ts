export async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js", { scope: `/${location.pathname.split("/")[1]}` });
  return navigator.serviceWorker.ready;
}
