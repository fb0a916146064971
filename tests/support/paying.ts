import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { onlinePayments, refunds } from "~/db/schema";
import type { DomainContext } from "~/domain/domain-context.server";
import { LIMITS } from "~/domain/rate-limits/limits";
import { newId } from "~/domain/values/id";
import type { AuthenticatedUser } from "~/domain/values/user";
import { contextAt } from "./context";
import * as town from "./money";
import { connectPaynow } from "./paynow";
import { takeResultPost } from "~/domain/escrow/check-payment.server";
import type { PaymentPurpose } from "~/domain/escrow/online-payment";
import { startPayment } from "~/domain/escrow/start-payment.server";

// What tests of online payments share: a provider, payments that are started and paid, and what is left of them.

export const { db, now } = town.context;
/** Limits that no test reaches. */
export const WIDE = Object.fromEntries(
  Object.keys(LIMITS).map((name) => [name, { max: 100_000, minutes: 60 }]),
) as typeof LIMITS;

export let paynow: ReturnType<typeof connectPaynow>;
export let at: (time?: number, more?: Partial<DomainContext>) => DomainContext;
/** A new provider, which knows of no payment. */
export const connect = () => connectAs();

/** A new provider, which fails like this. */
export function connectAs(...how: Parameters<typeof connectPaynow>) {
  paynow = connectPaynow(...how);
  at = (time = now, more = {}) => contextAt(time, { paymentProvider: paynow.provider, limits: WIDE, ...more });
}

export const PHONE = "+263771111111";
export interface Wish {
  id?: string;
  purpose?: PaymentPurpose;
  shown?: number;
  method?: "ecocash" | "card" | "innbucks";
  phone?: string | null;
  by?: AuthenticatedUser;
  context?: DomainContext;
}
export const start = async (bookingId: string, wish: Wish = {}) => {
  const { id = newId(), purpose = "price", shown = 80_00, method = "ecocash", phone = PHONE } = wish;
  const found = await town.booking(bookingId);
  const result = await startPayment(wish.context ?? at(), wish.by ?? town.client, found, {
    id,
    purpose,
    shown,
    method,
    phone: method === "card" ? null : phone,
  });
  return { id, result };
};
export const started = async (bookingId: string, wish: Wish = {}) => {
  const { id, result } = await start(bookingId, wish);
  expect(result).toMatchObject({ ok: true });
  return id;
};
export const agreed = (more: Parameters<typeof town.createBooking>[0] = {}) =>
  town.createBooking({ agreedPrice: 80_00, ...more });
export const payment = async (id: string) =>
  (await db.select().from(onlinePayments).where(eq(onlinePayments.id, id)))[0]!;
export const nextPoll = async (id: string) => (await payment(id)).nextPollAt;
export const transfersOf = (bookingId: string) =>
  db.all<{ kind: string; debit: string; credit: string; amount: number }>(
    sql`select kind, debit, credit, amount from ledger_transfers where booking_id = ${bookingId} order by rowid`,
  );
export const refundsOf = (bookingId: string) => db.select().from(refunds).where(eq(refunds.bookingId, bookingId));
export const post = async (context: DomainContext, { url, body } = paynow.posts.at(-1)!) =>
  takeResultPost(context, url.split("/").at(-1)!, (await paynow.provider.readUpdate(body))!);
/** The test phone decides, and Paynow's posts arrive. */
export async function paid(context = at()) {
  const before = paynow.posts.length;
  await paynow.elapse();
  for (const one of paynow.posts.slice(before)) await post(context, one);
}
