/** What a service worker has that TypeScript's types of pages leave out. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<OpenPage[]>;
    openWindow(url: string): Promise<OpenPage | null>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Kind extends keyof Events>(kind: Kind, listener: (event: Events[Kind]) => void): void;
}

/** A page of ours that is open in a tab or a window. */
interface OpenPage {
  url: string;
  focus(): Promise<OpenPage>;
  navigate(url: string): Promise<OpenPage | null>;
  postMessage(message: unknown): void;
}

interface WorkerEvent extends Event {
  /** Keeps the worker alive until it is done. */
  waitUntil(work: Promise<unknown>): void;
}

interface Events {
  install: WorkerEvent;
  activate: WorkerEvent;
  message: WorkerEvent & { data: unknown; source: OpenPage | null };
  fetch: WorkerEvent & { request: Request; respondWith(response: Promise<Response>): void };
  push: WorkerEvent & { data: { json(): unknown } | null };
  notificationclick: WorkerEvent & { notification: Notification };
  pushsubscriptionchange: WorkerEvent & {
    oldSubscription?: PushSubscription | null;
    newSubscription?: PushSubscription | null;
  };
}

export const worker = self as never as WorkerScope;
