export async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const scope = `/${location.pathname.split("/")[1]}`;
  // A browser asks for a worker once or twice a page, unless it may believe the file's `Cache-Control`.
  await navigator.serviceWorker.register("/sw.js", { scope, updateViaCache: "all" });
  return navigator.serviceWorker.ready;
}
