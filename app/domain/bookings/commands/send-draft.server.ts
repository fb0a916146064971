import type { DomainContext } from "../../domain-context.server";
import type { AuthenticatedUser } from "../../values/user";
import { findBookablePlumber, requestBooking, type RequestResult } from "./booking-requests.server";
import { findDraft } from "./request-drafts.server";

/**
 * Requests what a draft holds (B28), as the form of its plumber's page would. Returns and refuses what `requestBooking` does;
 * null for a draft that is gone, where something is missing, or whose plumber is not listed any more.
 */
export async function sendDraft(
  context: DomainContext,
  client: AuthenticatedUser,
  draftId: string,
): Promise<RequestResult | null> {
  const draft = await findDraft(context.db, draftId, context.now);
  if (!draft?.startsAt || !draft.serviceType || !draft.suburb || !draft.street) return null;
  const plumber = await findBookablePlumber(context.db, draft.plumberId);
  if (!plumber) return null;
  const { id, photos, startsAt, serviceType, suburb, street, pin, notes } = draft;
  return requestBooking(
    context,
    client,
    plumber,
    { startsAt, serviceType, suburb, street, pin, notes },
    { id, photos: photos.length },
  );
}
