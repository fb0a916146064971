import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { fetchWithRetry } from "./realtime/fetch-with-retry";
import { newId } from "./domain/values/id";
import { FORM_ID_FIELD } from "~/domain/idempotency/sent-form";
import { watchLeaving } from "~/realtime/page-state";

watchLeaving();
window.fetch = fetchWithRetry(window.fetch.bind(window));

// Sent again on a bad line it is the same form, which does its work once (C12).
addEventListener("formdata", ({ target, formData }) => {
  if ((target as HTMLFormElement).method === "post") formData.set(FORM_ID_FIELD, newId());
});

// Restored from the back/forward cache: the session may have ended since.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

/**
 * Decodes the page's data. Remix does so in its first render, by throwing the promise of it. A tap in that moment makes
 * React 18 render at once, and it gives up a root that waits (error 345): the page would stay dead until it is reloaded.
 */
async function decodeData(): Promise<void> {
  // The page's own script imports this file with those of its routes, and names those at its end: a microtask later.
  await null;
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

// After the page's own script: Chrome translates a page once it is there.
import("./realtime/translation").catch(() => undefined);

void decodeData().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
