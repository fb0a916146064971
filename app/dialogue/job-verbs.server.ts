import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { keepDraftOfBooking } from "~/domain/bookings/commands/draft-of-booking.server";
import { addJobPhoto } from "~/domain/bookings/commands/job-photos.server";
import { findDraft } from "~/domain/bookings/commands/request-drafts.server";
import type { JobPhotoKind } from "~/domain/bookings/job-photos";
import { listOnlinePayments } from "~/domain/escrow/online-payment-views.server";
import type { Said } from "~/domain/notices/said";
import { startPayment } from "~/domain/escrow/online-payments.server";
import { type Instant, sayWhen } from "~/domain/time/harare";
import { OK, refuse } from "~/domain/values/refusal";
import type { AuthenticatedUser } from "~/domain/values/user";
import type { Refused } from "~/http/refusals";
import { describeStanding } from "~/ui/money/describe-payment";
import type { PhoneContext } from "./phone-context.server";
import type { Job } from "./jobs.server";

// Verbs of a job that take several commands: photos, payments, asking another plumber.

/**
 * `asksAgain`: it has a second question, about this; `said`: what to say before that, or before how the job stands;
 * `shows`: photos and receipts.
 */
export type Done =
  | { ok: true; asksAgain?: string; said?: string; shows?: Partial<Pick<Said, "photos" | "receipts">> }
  | Refused;

export const ONLINE_BY_PHONE = ["ecocash", "onemoney"] as const;

/** Keeps a picture of a message (its id at Meta) with a job, as the page's form does (P5). */
export async function keepPhoto(
  context: PhoneContext,
  user: AuthenticatedUser,
  bookingId: string,
  kind: JobPhotoKind,
  picture: string,
): Promise<Done> {
  const upload = await context.openPicture(picture);
  if (!upload) return refuse("notAnImage");
  const sender = { viewer: user, token: null, confirmation: Promise.resolve(user) };
  const kept = await addJobPhoto(context, sender, bookingId, { kind, uploadId: `whatsapp:${picture}`, upload });
  return kept.ok ? { ...OK, said: "We've kept your photo." } : kept;
}

/** Asks the provider to ask a phone for what can be paid now (M10), and says what to do there, or why it doesn't work. */
export async function pay(
  context: PhoneContext,
  { user, booking, payable, view }: Job,
  by: { id: string; method: (typeof ONLINE_BY_PHONE)[number]; phone: string },
): Promise<Done> {
  if (!payable) return refuse("amountChanged");
  const { purpose, amount: shown } = payable;
  const started = await startPayment(context, user, booking, { ...by, purpose, shown });
  if (!started.ok) return started;
  const [payment] = await listOnlinePayments(context.db, user, booking.id, 1);
  const paid = { ...view, plumber: view.plumber?.firstName ?? null };
  const { title, text } = describeStanding(payment!, paid, context.now);
  return { ...OK, said: `${title}. ${text.replace(DIALLED, "```$&```")}` };
}

/** A code like *151*2*4#: WhatsApp would take its stars for bold letters, and show others to dial. */
const DIALLED = /\*[\d*]+#/g;

/** Asks another plumber for the same (B31), for `start`. */
export async function askAnother(
  context: PhoneContext,
  user: AuthenticatedUser,
  bookingId: string,
  plumberId: string,
  startsAt: Instant,
): Promise<Done> {
  const { db, now } = context;
  const draft = await findDraft(db, await keepDraftOfBooking(context, user, bookingId, plumberId), now);
  const plumber = draft && (await findBookablePlumber(db, plumberId));
  if (!draft || !plumber) return refuse("plumberNotFound");
  const { serviceType, suburb, street, pin, notes } = draft;
  const wish = { serviceType, suburb, street, pin, notes, startsAt };
  const made = await requestBooking(context, user, plumber, wish, draft.id);
  return made.ok ? { ...OK, said: `Sent to ${plumber.firstName}: ${sayWhen(startsAt)}.` } : made;
}
