import { useSyncExternalStore } from "react";

// In the browser, not in the account: another keyboard is another choice.
const NAME = "office-keys";
const listeners = new Set<() => void>();

/** False where the browser keeps nothing: keys are on then. */
function areOff(): boolean {
  try {
    return localStorage.getItem(NAME) === "off";
  } catch {
    return false;
  }
}

/** Turns the keys that are pressed alone on or off, in this browser (O19). */
export function turnKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, "off");
  } finally {
    listeners.forEach((listener) => listener());
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** True if keys that are pressed alone do something; null until the page's script runs. */
export const useKeysOn = (): boolean | null =>
  useSyncExternalStore<boolean | null>(
    subscribe,
    () => !areOff(),
    () => null,
  );
