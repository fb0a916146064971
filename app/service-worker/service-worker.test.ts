import { beforeAll, expect, test, vi } from "vitest";

// What the service worker shows without a line, in a browser whose network fails and which has kept nothing (W18).

interface Navigation {
  request: { url: string; method: string; mode: string };
  respondWith: (response: Promise<Response>) => void;
}

const ORIGIN = "https://pombi.test";
const listeners = new Map<string, (event: Navigation) => void>();

beforeAll(async () => {
  vi.stubGlobal("self", {
    registration: { scope: "/plumber-dashboard" },
    addEventListener: (kind: string, listener: (event: Navigation) => void) => listeners.set(kind, listener),
  });
  vi.stubGlobal("SHELL", []);
  vi.stubGlobal("location", { origin: ORIGIN });
  vi.stubGlobal("caches", { match: () => Promise.resolve(undefined) });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
  await import("./service-worker");
});

async function openOffline(path: string): Promise<string> {
  const shown = await new Promise<Response>((resolve) =>
    listeners.get("fetch")!({
      request: { url: ORIGIN + path, method: "GET", mode: "navigate" },
      respondWith: (response) => void response.then(resolve),
    }),
  );
  return shown.text();
}

test.each(["/plumber-dashboard/jobs/abc/step/on-the-way", "/client-dashboard/bookings/abc/cancel"])(
  "a step that was tapped without a line says that it waits: %s",
  async (path) => {
    const page = await openOffline(path);
    expect(page).toContain("This step is waiting for the internet.");
    expect(page).not.toContain("You haven't opened this page");
  },
);

test.each(["/plumber-dashboard/jobs/abc", "/client-dashboard/payments"])(
  "another page that was not kept says so without a line: %s",
  async (path) => expect(await openOffline(path)).toContain("You haven't opened this page on this device lately."),
);
