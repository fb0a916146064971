import type { RequestContext } from "./context";
import { draftCookie, hasRequestToSend } from "./cookies";
import { parseForm, pressedButton } from "./forms";
import { redirectTo } from "./responses";
import {
  addDraftPhoto,
  type DraftWish,
  findDraft,
  removeDraftPhoto,
} from "~/domain/bookings/commands/request-drafts.server";
import { draftForm } from "~/domain/bookings/request-schemas";
import type { DomainContext } from "~/domain/domain-context.server";
import { newId } from "~/domain/values/id";
import { newIdField } from "~/domain/values/fields";
import * as z from "zod";
import { isClient } from "~/domain/values/user";
import { findWaitingRequest } from "~/domain/bookings/queries/waiting-requests.server";
import { orWithout } from "./page-parts";
import { findPreviousRequest } from "~/domain/bookings/commands/draft-of-booking.server";
import { chosenFile, NO_PHOTO } from "./chosen-file";

export const DRAFT_BUTTONS = ["photo", "remove"] as const;

/** The parts of a form that a draft keeps. */
export const draftOf = (form: FormData) => draftForm.parse(Object.fromEntries(form));

/** Adds a photo to the draft of an appointment form, or takes one out (B28); a null answer: the form is to be sent. */
export async function changeDraftPhotos(context: RequestContext, form: FormData, draft: Omit<DraftWish, "answers">) {
  const button = pressedButton(form, DRAFT_BUTTONS);
  const upload = chosenFile(form.get("photo"));
  form.delete("photo");
  const goesOn = (draftId: string | null) => ({ answer: null, draftId });
  const answered = <T>(answer: T) => ({ answer, draftId: null });
  const back = `/appointment/${encodeURIComponent(draft.plumberId)}#photos`;
  if (button?.verb === "remove") {
    if (draft.draftId) await removeDraftPhoto(context, draft.draftId, button.of);
    return answered(redirectTo(back));
  }
  if (!button && !upload) return goesOn(draft.draftId);
  const page = parseForm(form, z.object({}));
  if (!upload) return answered(page.invalid({ photo: NO_PHOTO }));
  const uploadId = newIdField().safeParse(form.get("uploadId")).data ?? newId();
  const result = await addDraftPhoto(context, { ...draft, answers: draftOf(form) }, { uploadId, upload });
  if (!result.ok) return answered(page.refused(result, "photo"));
  return button
    ? answered(redirectTo(back, { "Set-Cookie": draftCookie.set(result.draftId) }))
    : goesOn(result.draftId);
}

/** The page of a filled-in request (B28), for a sign-in by the menu or in another browser; null: none. */
export async function draftPage({ db, now }: DomainContext, draftId: string | null): Promise<string | null> {
  const draft = await findDraft(db, draftId, now);
  return draft && `/appointment/${draft.plumberId}#book`;
}

/** The request that waits in this browser, for the pages between it and an account (B28); null where they lead elsewhere. */
export function requestToSend(context: RequestContext, request: Request, returnTo: string | null) {
  const draftId = hasRequestToSend(request, returnTo) ? draftCookie.read(request) : null;
  return draftId === null
    ? null
    : orWithout(context, "request", findWaitingRequest(context.db, draftId, context.now), null);
}

/** Fills in the address of the client's booking that a form has chosen (B32); empties it where it isn't theirs. */
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
