import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { lastingFetch } from "./realtime/lasting-fetch";
import { watchLeaving } from "./realtime/leaving";

watchLeaving();
window.fetch = lastingFetch(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
