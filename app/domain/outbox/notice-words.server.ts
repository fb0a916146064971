import { and, inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { readRows } from "~/db/once.server";
import { bookings, messages, notices } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import type { Instant } from "../time/harare";
import { accountNotices } from "../accounts/account-notices";
import { bookingNotices } from "../bookings/booking-notices";
import { visitNotices } from "../bookings/visit-notices";
import { dialogueNotices } from "../dialogues/dialogue-notices";
import { enquiryNotices } from "../enquiries/enquiries.server";
import { onlineStepOfRow } from "../escrow/online-payment";
import { escrowNotices, payoutNotices } from "../escrow/escrow-notices";
import { ledgerNotices } from "../ledger/ledger-notices";
import { messageNotices } from "../messages/message-notices";
import { previewOf } from "../messages/message";
import { photoOfMessage } from "../photos/private-photos.server";
import { moneyNotices } from "../money/money-notices";
import { budgetNotices } from "../notices/budgets.server";
import { type Notice, DeliveryError, isOverByRows, type NoticeWords } from "../notices/notice";
import { webhookNotices } from "../notices/webhooks/webhook-endpoints.server";
import { reviewNotices } from "../reviews/review-notices";
import { vettingNotices } from "../vetting/vetting-notices";
import type { NoticedBooking } from "../bookings/booking-email-parts";
import { stepChoices } from "../bookings/next-step/step-choices";
import { selectNoticed } from "../bookings/queries/booking-views.server";
import { emailFooter } from "../notices/choices";
import { renderEmail } from "../email/render-email";
import { readSetting } from "../settings/settings.server";
import { selectOver } from "./over-by-rows.server";

export const ALL_NOTICES: Readonly<Record<string, Notice<unknown>>> = {
  ...accountNotices,
  ...bookingNotices,
  ...visitNotices,
  ...moneyNotices,
  ...escrowNotices,
  ...payoutNotices,
  ...ledgerNotices,
  ...messageNotices,
  ...reviewNotices,
  ...vettingNotices,
  ...enquiryNotices,
  ...dialogueNotices,
  ...budgetNotices,
  ...webhookNotices,
};

export interface WriterContext extends Pick<DomainContext, "db" | "origin" | "now"> {
  /** Null: no one can pay online. */
  paymentProvider: object | null;
}
export type Writer = (row: Row) => NoticeWords;
const { newMessage, messageOnPhone } = messageNotices;

type Row = Pick<typeof notices.$inferSelect, "id" | "kind" | "channel" | "userId" | "bookingId" | "facts" | "words">;

/**
 * Reads what notices need to be put into words (N11), in one query. Returns what writes one; it throws a final
 * `DeliveryError` for one that can't be written, which so fails alone (law 24).
 */
export async function openWriter(
  { db, origin, now, paymentProvider }: WriterContext,
  rows: readonly Row[],
): Promise<Writer> {
  const ids = [...new Set(rows.flatMap(({ bookingId }) => bookingId ?? []))];
  const ofMessages = rows.flatMap(({ id, kind }) =>
    kind === newMessage.kind || kind === messageOnPhone.kind ? id : [],
  );
  const askable = rows.flatMap(({ id, kind, channel }) => {
    const isOver = ALL_NOTICES[kind]?.isOver;
    return channel !== "webhook" && isOverByRows(isOver) ? { id, kind, isOver } : [];
  });
  const [found, previews, over, frame] = await Promise.all([
    ids.length > 0 ? readRows(db, selectNoticed(db, now).where(inArray(bookings.id, ids))) : [],
    ofMessages.length > 0 ? selectPreviews(db, ofMessages) : [],
    selectOver(db, now, askable),
    readSetting(db, "email-frame"),
  ]);
  const bookingsById = new Map<string, AskedBooking>(
    found.map(({ underWay, ...booking }) => [
      booking.id,
      { ...booking, online: paymentProvider && onlineStepOfRow({ ...booking, underWay }) },
    ]),
  );
  const messagesById = new Map(previews.map((message) => [message.id, message]));

  return ({ id, kind, channel, userId, bookingId, facts: kept, words }) => {
    // Written before: it goes out as it was, and a webhook's is the event that its first attempt told (X11).
    if (words !== null && (kept === null || channel === "webhook"))
      return channel === "email"
        ? { email: JSON.parse(words), short: null }
        : { email: null, short: JSON.parse(words) };
    if (kept === null) throw cannotBeWritten("What it is about is erased.");
    const notice = ALL_NOTICES[kind];
    const booking = bookingId === null ? null : bookingsById.get(bookingId);
    if (!notice || booking === undefined) throw cannotBeWritten("What it is about can't be read.");
    try {
      const message = messagesById.get(id) ?? null;
      const preview = message && (kind === newMessage.kind ? previewOf(message.content) : message.content);
      const facts: { reader?: string } = { ...JSON.parse(kept), booking, preview };
      const isOver =
        over.has(id) || (channel !== "webhook" && typeof notice.isOver === "function" && notice.isOver(facts, now));
      // A plumber who had the job is told nothing of it but that, and a suspended one nothing of a request (B18).
      const isParticipant = !booking || [null, booking.client.id, booking.plumber?.id].includes(userId);
      const isUnanswerable =
        booking?.status === "pending" && booking.isPlumberSuspended && booking.plumber?.id === userId;
      if (isOver || isUnanswerable || (!isParticipant && facts.reader !== "previous"))
        throw new DeliveryError("Things have changed since.", "drop");
      const email = channel === "email" ? notice.email?.(facts, origin, now) : null;
      const short = channel === "email" ? null : notice.short?.(facts);
      const choices = channel === "whatsapp" && booking && short?.path ? choicesFor(booking, userId, now) : null;
      const photo = message?.photoId ?? (isAsked(booking, userId) ? booking.photo : null);
      const shown = channel === "whatsapp" && photo !== null && { photo };
      return {
        email: email ? renderEmail(email, emailFooter(notice.topic, userId, origin), frame) : null,
        short: short ? { ...short, ...choices, ...shown, bookingId, reference: booking?.reference ?? null } : null,
      };
    } catch (error) {
      if (error instanceof DeliveryError) throw error;
      throw cannotBeWritten(`It can't be put into words: ${String(error)}`);
    }
  };
}

/** A booking with the first photo of the problem, by its id. */
type AskedBooking = NoticedBooking & { photo: string | null };

/** A plumber reads of a request that waits for them. */
const isAsked = (booking: AskedBooking | null, userId: string | null): booking is AskedBooking =>
  booking?.status === "pending" && booking.plumber?.id === userId;

/** The answers that a side of a booking can tap; null: the reader is no side. */
function choicesFor(booking: NoticedBooking, userId: string | null, now: Instant) {
  const reader = (["client", "plumber"] as const).find((side) => booking[side]?.id === userId);
  return reader ? { choices: { buttons: stepChoices(booking, reader, now) } } : null;
}

/** Selects the words of the messages that notices tell of: those that are still there, and for a push still unread. */
const selectPreviews = (db: Database, ids: string[]) =>
  db
    .select({ id: notices.id, content: messages.content, photoId: photoOfMessage })
    .from(notices)
    .innerJoin(
      messages,
      sql`${messages.senderId} = json_extract(${notices.facts}, '$.senderId') and ${messages.id} = ${notices.causeId}`,
    )
    .where(
      and(
        inArray(notices.id, ids),
        sql`json_valid(${notices.facts}) and (${notices.channel} <> 'push' or exists (select 1 from contacts
          where user_id = ${notices.userId} and other_id = ${messages.senderId} and unread > 0))`,
      ),
    );

const cannotBeWritten = (why: string) => new DeliveryError(why, "final");
