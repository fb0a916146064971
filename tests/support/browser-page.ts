import { JSDOM, VirtualConsole } from "jsdom";
import { onTestFinished, vi } from "vitest";
import { populateGlobal } from "vitest/runtime";

const ORIGIN = "https://pombi.test";

/**
 * Opens a page for a script that runs when it is imported, with a document, listeners and a location of its own. It has
 * loaded by then, and ends with the test.
 */
export async function openPage(path: string, body: string) {
  const { window } = new JSDOM(`<!doctype html><title>A page</title><body>${body}</body>`, {
    url: ORIGIN + path,
    virtualConsole: new VirtualConsole(),
  });
  await new Promise((resolve) => window.addEventListener("load", resolve));
  const before = Object.getOwnPropertyDescriptors(globalThis);
  const { keys } = populateGlobal(globalThis, window, { bindFunctions: true });
  const { origin, pathname, search, href } = window.location;
  const location = { origin, pathname, search, href, reload: vi.fn(), assign: vi.fn(assign) };
  /** The document goes to a part of its own page alone, as a browser's does at once. */
  function assign(to: string) {
    window.location.assign(to);
    location.href = window.location.href;
  }
  vi.stubGlobal("location", location);
  vi.resetModules();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    // What its scripts remember, as that it is being left, is none of other files'.
    vi.resetModules();
    window.close();
    // The file itself may have a page, in whose place this one was.
    for (const key of [...keys, "window", "self", "top", "parent"]) {
      const own = before[key as keyof typeof before];
      if (own) Object.defineProperty(globalThis, key, own);
      else delete (globalThis as Record<string, unknown>)[key];
    }
  });
  const find = <Found extends Element = HTMLElement>(query: string) => document.querySelector(query) as Found;
  return {
    location,
    find,
    /** Presses a button, and tells whether the browser would send its form. */
    press(query: string): boolean {
      let isSent = false;
      const note = (event: Event) => {
        isSent = !event.defaultPrevented;
        event.preventDefault();
      };
      addEventListener("submit", note);
      find(query).click();
      removeEventListener("submit", note);
      return isSent;
    },
    /** What the browser says when it shows a page, from its back/forward cache or newly loaded. */
    show: (persisted: boolean) => dispatchEvent(Object.assign(new Event("pageshow"), { persisted })),
  };
}

/** Sets a property that a browser alone writes. */
export const setBrowserValue = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
