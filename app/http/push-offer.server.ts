import { hashToken } from "~/domain/accounts/tokens.server";
import { hasPushDevice } from "~/domain/notices/push/push-devices.server";
import type { RequestContext } from "./context";

/** Set by the page when someone says no (`ui/notices/push-offer.tsx`): this browser is never asked again. */
const DECLINED = /(?:^|;\s*)push-declined=/;

/** Our public key where this browser may be offered notifications: set up, not declined, no device yet (N14); else null. */
export async function findPushOffer(
  { db, pushKey, session }: RequestContext,
  request: Request,
): Promise<string | null> {
  if (!pushKey || !session.token || DECLINED.test(request.headers.get("Cookie") ?? "")) return null;
  return (await hasPushDevice(db, await hashToken(session.token))) ? null : pushKey;
}
