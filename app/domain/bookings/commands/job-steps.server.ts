import { eq, sql, type SQL } from "drizzle-orm";
import { batch, type Changes, columnsOf, isOneOf } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { BookingForCommand } from "../booking-views";
import type { DomainContext } from "../../domain-context.server";
import { notifyOfToggle } from "../../notices/notify.server";
import { MINUTE, type Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { exceeded, hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import { refuse, OK } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import { otherSide } from "../booking-email-parts";
import { MISSED_VISIT, stepRuleFor, type JobStepName } from "../job-steps";
import { BOOKING_CHANGES, withLatest } from "../booking-event";
import { notAllowed, undecided } from "../transition-refusals";
import { isVisitUndecided, undecidedVisit } from "../queries/booking-conditions.server";
import { selectLatest } from "../queries/booking-details.server";
import { visitNotices } from "../visit-notices";
import { recordEvent, transitionRecorded } from "./booking-events.server";
import { closeDisputes, openDispute, claimStands, freezingSince, wasClaimed } from "./disputes.server";

const CHANGES: Record<JobStepName, (now: Instant, minutes: number) => { set: Changes<typeof bookings>; where: SQL }> = {
  "on-the-way": (now, minutes) => ({
    set: { onTheWayAt: now, expectedAt: now + minutes * MINUTE },
    where: sql`on_the_way_at is null`,
  }),
  "not-on-the-way": () => ({ set: { onTheWayAt: null, expectedAt: null }, where: sql`on_the_way_at is not null` }),
  "plumber-did-not-come": (now) => claim(now, "client"),
  "nobody-was-there": (now) => claim(now, "plumber"),
  "plumber-came": () => takeBack("client"),
  "somebody-was-there": () => takeBack("plumber"),
};

const SIDES = ["client", "plumber"] as const;

const claim = (now: Instant, side: "client" | "plumber") => ({
  set: { frozenAt: sql`coalesce(frozen_at, ${now})` },
  where: sql`not ${claimStands(side)} and not ${wasClaimed(side)}`,
});

const takeBack = (side: "client" | "plumber") => ({
  set: { frozenAt: freezingSince({ without: side }) },
  where: sql`frozen_at is not null and ${claimStands(side)}`,
});

/**
 * Records what a side says on the day of the job, as the table says (B25, B27), and tells the other side; `minutes`: how
 * long the plumber will take, or null. A missed visit freezes the money and goes to the office. The same step again
 * succeeds with `changed` false. Refuses with `tooMany` (L1), `visitUndecided` (M5), `tooEarly` and the instant from which it
 * is possible, else with `transitionNotAllowed`, also if the start or the plumber has changed.
 */
export async function takeJobStep(
  context: DomainContext,
  actor: AuthenticatedUser,
  booking: BookingForCommand,
  step: JobStepName,
  minutes: number | null = null,
) {
  const { db, now, emit } = context;
  const { id, status, startsAt, client, plumber } = booking;
  const rule = stepRuleFor(step, actor.role);
  if (!rule || !plumber) return notAllowed(status);
  const possibleFrom = rule.opensAt(startsAt);
  const eventId = newId();
  const recorded = transitionRecorded(booking, eventId);
  const { set, where } = CHANGES[step](now, minutes ?? 0);
  const reader = actor.role === "client" ? "plumber" : "client";
  const side = SIDES.find((one) => Object.values<JobStepName>(MISSED_VISIT[one]).includes(step));
  const claimed = side && MISSED_VISIT[side].claim;
  const attempt: Attempt = ["togglePerUserAndBooking", `${actor.id}.${id}`];
  const { counted, updated, present, latest } = await batch(db, {
    counted: hit(context, attempt),
    updated: db.update(bookings).set({ ...set, updatedAt: now })
      .where(sql`id = ${id} and ${actor.role === "client" ? sql`client_id` : sql`plumber_id`} = ${actor.id} and plumber_id = ${plumber.id}
        and ${isOneOf(sql`status`, rule.from)} and starts_at = ${startsAt} and ${possibleFrom <= now} and ${where}
        and ${side ? sql`true` : sql`not ${isVisitUndecided}`} and ${isWithinLimit(context, attempt)}`),
    event: recordEvent(context, booking, step, actor, { id: eventId, minutesAway: minutes }),
    notice: notifyOfToggle(context, {
      to: booking[reader]?.id ?? null,
      cause: eventId,
      when: recorded,
      toggle: side
        ? { of: `missed ${side} ${id}`, state: step }
        : {
            of: `way ${id}`,
            state: `${step} ${minutes ?? ""}`,
            corrects: step === "on-the-way" ? "not-on-the-way " : null,
          },
      notice: visitNotices.jobStep,
      facts: { booking, step, who: otherSide(booking, reader), minutes, reader },
    }),
    dispute:
      claimed === undefined
        ? null
        : step === claimed
          ? openDispute(context, booking, { id: eventId, event: claimed })
          : closeDisputes(context, id, [claimed], recorded),
    present: db
      .select({ ...columnsOf(bookings, "status", "startsAt", "plumberId"), isUndecided: undecidedVisit })
      .from(bookings)
      .where(eq(bookings.id, id)),
    latest: selectLatest(db, id),
  });
  const tooMany = exceeded(context, counted);
  if (tooMany) return tooMany;
  if (updated.meta.changes > 0) {
    emit({ type: "bookingChanged", bookingId: id, status, clientId: client.id, plumberId: plumber.id });
    return { ...OK, changed: true };
  }
  const [after] = present;
  const isAsShown = after?.startsAt === startsAt && after.plumberId === plumber.id;
  if (!after || !rule.from.includes(after.status) || !isAsShown)
    return withLatest(notAllowed(after?.status ?? status), latest, BOOKING_CHANGES, actor, now);
  if (after.isUndecided && !side) return undecided(latest, actor, now);
  if (possibleFrom > now) return { ...refuse("tooEarly"), possibleFrom };
  return { ...OK, changed: false };
}
