import { inArray } from "drizzle-orm";
import { readRows } from "~/db/once.server";
import { bookings, type notices } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { accountNotices } from "../accounts/account-notices";
import { bookingNotices } from "../bookings/booking-notices";
import { visitNotices } from "../bookings/visit-notices";
import { enquiryNotices } from "../enquiries/enquiries.server";
import { escrowNotices, payoutNotices } from "../escrow/escrow-notices";
import { messageNotices } from "../messages/message-notices";
import { moneyNotices } from "../money/money-notices";
import { budgetNotices } from "../notices/budgets.server";
import { type Notice, DeliveryError, type NoticeWords } from "../notices/notice";
import { webhookNotices } from "../notices/webhooks/webhook-endpoints.server";
import { reviewNotices } from "../reviews/review-notices";
import { vettingNotices } from "../vetting/vetting-notices";
import type { NoticedBooking } from "../bookings/booking-email-parts";
import { selectNoticed } from "../bookings/queries/booking-views.server";
import { renderEmail } from "../email/email-template";
import { readSetting } from "../settings/settings.server";

export const ALL_NOTICES: Readonly<Record<string, Notice<unknown>>> = {
  ...accountNotices,
  ...bookingNotices,
  ...visitNotices,
  ...moneyNotices,
  ...escrowNotices,
  ...payoutNotices,
  ...messageNotices,
  ...reviewNotices,
  ...vettingNotices,
  ...enquiryNotices,
  ...budgetNotices,
  ...webhookNotices,
};

type Context = Pick<DomainContext, "db" | "origin" | "now">;
export type Writer = (row: Row) => NoticeWords;
type Row = Pick<typeof notices.$inferSelect, "kind" | "channel" | "userId" | "bookingId" | "facts" | "words">;

/**
 * Reads what notices need to be put into words (N11), in one query. Returns what writes one; it throws a final
 * `DeliveryError` for one that can't be written, which so fails alone (law 24).
 */
export async function openWriter({ db, origin, now }: Context, rows: readonly Row[]): Promise<Writer> {
  const ids = [...new Set(rows.flatMap(({ bookingId }) => bookingId ?? []))];
  const [found, frame] = await Promise.all([
    ids.length > 0 ? readRows(db, selectNoticed(db, now).where(inArray(bookings.id, ids))) : [],
    readSetting(db, "email-frame"),
  ]);
  const bookingsById = new Map<string, NoticedBooking>(found.map((booking) => [booking.id, booking]));

  return ({ kind, channel, userId, bookingId, facts: kept, words }) => {
    // Written before: it goes out as it was.
    if (kept === null && words !== null)
      return channel === "email"
        ? { email: JSON.parse(words), short: null }
        : { email: null, short: JSON.parse(words) };
    if (kept === null) throw cannotBeWritten("What it is about is erased.");
    const notice = ALL_NOTICES[kind];
    const booking = bookingId === null ? null : bookingsById.get(bookingId);
    if (!notice || booking === undefined) throw cannotBeWritten("What it is about can't be read.");
    try {
      const facts: { reader?: string } = { ...JSON.parse(kept), booking };
      // A plumber who had the job is told nothing of it but that (B18).
      const isTheirs = !booking || [null, booking.client.id, booking.plumber?.id].includes(userId);
      if (notice.isOver?.(facts) || (!isTheirs && facts.reader !== "previous"))
        throw new DeliveryError("Things have changed since.", "drop");
      const email = channel === "email" ? notice.email?.(facts, origin, now) : null;
      const short = channel === "email" ? null : notice.short?.(facts);
      return {
        email: email ? renderEmail(email, frame) : null,
        short: short ? { ...short, bookingId, reference: booking?.reference ?? null } : null,
      };
    } catch (error) {
      if (error instanceof DeliveryError) throw error;
      throw cannotBeWritten(`It can't be put into words: ${String(error)}`);
    }
  };
}

const cannotBeWritten = (why: string) => new DeliveryError(why, "final");
