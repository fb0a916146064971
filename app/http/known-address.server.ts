import { isClient } from "~/domain/values/user";
import { findPreviousRequest } from "~/domain/bookings/commands/draft-of-booking.server";
import type { RequestContext } from "./context";

/**
 * Puts the address of the booking that a form has chosen into its fields (B32). Of a booking that isn't the client's, or
 * once the session has ended, they are emptied: what stands in them was not seen by whoever sent the form.
 */
export async function takeKnownAddress({ db, session }: RequestContext, form: FormData): Promise<void> {
  const chosen = form.get("knownAddress");
  if (typeof chosen !== "string" || chosen === "") return;
  const clientId = isClient(session.viewer) ? session.viewer?.id : undefined;
  const [user, previous] = await Promise.all([
    session.confirm(),
    clientId ? findPreviousRequest(db, clientId, chosen) : null,
  ]);
  const address = user && previous;
  for (const part of ["suburb", "street", "city", "pin"] as const) form.set(part, address?.[part] ?? "");
}
