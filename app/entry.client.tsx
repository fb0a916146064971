import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { fetchWithRetry } from "./realtime/fetch-with-retry";
import { watchLeaving } from "./realtime/leaving";

watchLeaving();
window.fetch = fetchWithRetry(window.fetch.bind(window));

// Restored from the back/forward cache: the session may have ended since.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
