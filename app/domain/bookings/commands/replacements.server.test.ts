import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { failingD1, forgetfulD1, saysInSql } from "../../../../tests/support/failing-d1";
import { insertBooking, row, type BookingColumns } from "../../../../tests/support/money-rows";
import { context, contextAt, createUser, createUsers, db, now } from "../../../../tests/support/users";
import { DAY, HOUR, instantOf } from "../../time/harare";
import type { AuthenticatedUser } from "../../values/user";
import { listReplacements } from "../queries/booking-details.server";
import { findBookingView } from "../queries/booking-views.server";
import { findBookablePlumber, requestBooking } from "./booking-requests.server";
import { keepDraft } from "./request-drafts.server";
import { DRAFT_LIFE } from "../booking";

// A request in the place of another booking (B31): its draft says of which.

const start = instantOf("2026-11-24", 600);
const wish = { startsAt: start, serviceType: null, suburb: null, street: null, pin: null, notes: null };
const [client, first, second] = await createUsers(context, "client", "plumber", "plumber");

interface Asked {
  /** The plumber whom the draft asks, the instant at which the request is sent, and the D1 that it meets. */
  drafted?: string;
  at?: number;
  d1?: D1Database;
}
/** Asks the second plumber in the place of a booking; gives both rows as they are then. */
async function askInsteadOf(columns: BookingColumns, { drafted = second.id, at = now, d1 }: Asked = {}) {
  const replaced = await insertBooking(context, {
    clientId: client.id,
    plumberId: first.id,
    startsAt: now + 5 * DAY,
    ...columns,
  });
  const answers = { serviceType: null, suburb: null, street: null, pin: null, notes: null, startsAt: start };
  const draftId = await keepDraft(context, { draftId: null, plumberId: drafted, replacesId: replaced, answers });
  expect(draftId).not.toBeNull();
  const its = contextAt(at, d1 && { db: openDatabase(d1) });
  const asked = await requestBooking(its, client, await findBookablePlumber(db, second.id), wish, draftId);
  if (!asked.ok) throw new Error(asked.reason);
  return { asked: await row(asked.id), replaced: await row(replaced) };
}

const SILENT = { status: "pending", createdAt: now - DAY } as const;
const SOON = { status: "pending", createdAt: now - HOUR } as const;
const QUOTE = { openQuote: JSON.stringify({ total: 30_00, validUntil: now + DAY }) };

test.each<{ what: string; columns: BookingColumns; isReplaced?: boolean }>([
  { what: "was cancelled", columns: { status: "cancelled" }, isReplaced: true },
  { what: "was refused", columns: { status: "refused" }, isReplaced: true },
  { what: "was missed", columns: { status: "confirmed", frozenAt: now }, isReplaced: true },
  { what: "was missed, and completed since", columns: { status: "completed", completedAt: now, frozenAt: now } },
  { what: "is confirmed", columns: { ...SILENT, status: "confirmed" } },
  { what: "is unanswered for a day", columns: SILENT, isReplaced: true },
  {
    what: "is unanswered for less than an hour before its start",
    columns: { ...SOON, createdAt: now - HOUR + 1, startsAt: now + 1 },
  },
  { what: "waits for our office", columns: { ...SILENT, plumberId: null } },
  { what: "has another time suggested", columns: { ...SILENT, proposedBy: "plumber", proposedStart: now + 6 * DAY } },
  { what: "has an agreed price", columns: { ...SILENT, agreedPrice: 30_00 } },
  { what: "has an open quote", columns: { ...SILENT, ...QUOTE } },
])(
  "a booking that $what is replaced or not, and withdrawn if it was unanswered",
  async ({ columns, isReplaced = false }) => {
    const { asked, replaced } = await askInsteadOf(columns);
    expect(asked).toMatchObject({ plumberId: second.id, replacesId: isReplaced ? replaced.id : null });
    const isWithdrawn = isReplaced && columns.status === "pending";
    expect(replaced).toMatchObject({ status: isWithdrawn ? "cancelled" : columns.status, cancelledLateBy: null });
  },
);

let failures = 0;
test.each([
  { what: "the answer to the request gets lost", d1: forgetfulD1("insert into bookings") },
  {
    what: "the withdrawal doesn't arrive",
    d1: failingD1(
      (statements) => statements.some((one) => saysInSql(one, "update bookings set status")) && !failures++,
    ),
  },
])("an unanswered request is withdrawn for another one though $what at first", async ({ d1 }) => {
  const { replaced } = await askInsteadOf(SILENT, { d1 });
  expect(replaced.status).toBe("cancelled");
});

test("a draft replaces nothing of another client, of another plumber than it asks, or once it is over", async () => {
  const other = await createUser(context, "client");
  const third = await createUser(context, "plumber");
  const ended = { status: "cancelled" } as const;
  const replacedBy = async (...asked: Parameters<typeof askInsteadOf>) => {
    const { asked: made } = await askInsteadOf(...asked);
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, made.id));
    return made.replacesId;
  };
  expect(await replacedBy(ended, { at: now + DRAFT_LIFE - 1 })).not.toBeNull();
  expect(await replacedBy(ended, { at: now + DRAFT_LIFE })).toBeNull();
  expect(await replacedBy(ended, { drafted: third.id })).toBeNull();
  expect(await replacedBy({ ...ended, clientId: other.id })).toBeNull();
});

test("a client and the office know what replaces a booking and what it replaced, and no one else", async () => {
  const { asked, replaced } = await askInsteadOf({ status: "refused" });
  const seen = async (viewer: AuthenticatedUser, id: string) => {
    const view = await findBookingView(db, viewer, id, now);
    return { instead: view!.instead?.id ?? null, replacesId: view!.replacesId };
  };
  const linked = async (viewer: AuthenticatedUser, id: string) =>
    (await listReplacements(db, viewer, id)).map(({ reference, isLater }) => [
      isLater ? "later" : "earlier",
      reference,
    ]);
  for (const viewer of [client, await createUser(context, "admin")]) {
    expect(await linked(viewer, replaced.id)).toEqual([["later", asked.reference]]);
    expect(await linked(viewer, asked.id)).toEqual([["earlier", replaced.reference]]);
  }
  for (const viewer of [first, second, await createUser(context, "client")])
    for (const id of [replaced.id, asked.id]) expect(await linked(viewer, id)).toEqual([]);
  expect(await seen(client, replaced.id)).toEqual({ instead: asked.id, replacesId: null });
  expect(await seen(client, asked.id)).toEqual({ instead: null, replacesId: replaced.id });
  expect(await seen(first, replaced.id)).toEqual({ instead: null, replacesId: null });
  expect(await seen(second, asked.id)).toEqual({ instead: null, replacesId: null });
  // Another client's booking is nothing that this one has asked for.
  const other = await createUser(context, "client");
  const theirs = { clientId: other.id, plumberId: second.id, replacesId: replaced.id, createdAt: now + 1 };
  await insertBooking(context, { ...theirs, startsAt: now + 6 * DAY });
  expect(await seen(client, replaced.id)).toMatchObject({ instead: asked.id });
});
