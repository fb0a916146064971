import { findDraft } from "~/domain/bookings/commands/request-drafts.server";
import type { DomainContext } from "~/domain/domain-context.server";

/**
 * Where a request that was filled in goes on (B28), for whoever signs in or up by another way: by the menu, or in another
 * browser. Null: there is none.
 */
export async function draftPage({ db, now }: DomainContext, draftId: string | null): Promise<string | null> {
  const draft = await findDraft(db, draftId, now);
  return draft && `/appointment/${draft.plumberId}#book`;
}
