import { useRouteLoaderData } from "@remix-run/react";
import type { FlashMessage } from "~/http/flash";

/** The message about what was done last, while it is shown; null without one. */
export const useFlash = (): FlashMessage | null =>
  useRouteLoaderData<{ flash: FlashMessage | null }>("root")?.flash ?? null;
