import { expect } from "vitest";
import type { DomainContext } from "~/domain/domain-context.server";
import { LIMITS } from "~/domain/rate-limits/limits";
import { newId } from "~/domain/values/id";
import type { AuthenticatedUser } from "~/domain/values/user";
import { contextAt, now } from "./users";
import * as town from "./money";
import { connectPaynow } from "./paynow";
import { takeResultPost, startPayment } from "~/domain/escrow/online-payments.server";

// Shared by tests of online payments: a provider, payments that are started and paid, and what is left of them.

const WIDE = { max: 100_000, minutes: 60 };
const limits = { ...LIMITS, onlinePaymentPerClient: WIDE, checkPerOnlinePayment: WIDE, togglePerUserAndBooking: WIDE };

export let paynow: ReturnType<typeof connectPaynow>;
export const at = (time = now, more: Partial<DomainContext> = {}): DomainContext =>
  contextAt(time, { paymentProvider: paynow.provider, limits, ...more });
/** A new provider, which fails like this and knows of no payment. */
export const connectAs = (...how: Parameters<typeof connectPaynow>) => void (paynow = connectPaynow(...how));
export const connect = () => connectAs();

const PHONE = "+263771111111";
export interface Wish extends Partial<Parameters<typeof startPayment>[3]> {
  by?: AuthenticatedUser;
  context?: DomainContext;
}
export const start = async (bookingId: string, { by = town.client, context = at(), ...more }: Wish = {}) => {
  const phone = more.method === "card" ? null : PHONE;
  const wish = { id: newId(), purpose: "price", shown: 80_00, method: "ecocash", phone, ...more } as const;
  return { id: wish.id, result: await startPayment(context, by, await town.booking(bookingId), wish) };
};
export const started = async (bookingId: string, wish: Wish = {}) => {
  const { id, result } = await start(bookingId, wish);
  expect(result).toMatchObject({ ok: true });
  return id;
};
export const agreed = (more: Parameters<typeof town.createBooking>[0] = {}) =>
  town.createBooking({ agreedPrice: 80_00, ...more });
export const post = async (context: DomainContext, { url, body } = paynow.posts.at(-1)!) =>
  takeResultPost(context, url.split("/").at(-1)!, (await paynow.provider.readUpdate(body))!);
/** The test phone decides, and Paynow's posts arrive. */
export async function paid(context = at()) {
  const before = paynow.posts.length;
  await paynow.elapse();
  for (const one of paynow.posts.slice(before)) await post(context, one);
}
