import type { ListedBooking } from "~/domain/bookings/next-step/listed-booking";
import { listAtHand } from "~/domain/bookings/queries/at-hand.server";
import { onlineStepOfRow } from "~/domain/online-payments/payable";
import type { RequestContext } from "./context";
import type { PageArgs } from "./guards";

type Side = "client" | "plumber";

const read = new WeakMap<RequestContext, Promise<ListedBooking[]>>();

/** A side's bookings at hand (B30): read once for a request's layout, which counts them, and its page, which shows them. */
export function findAtHand({ context, viewer }: PageArgs, role: Side): Promise<ListedBooking[]> {
  const known = read.get(context);
  if (known) return known;
  const online = role === "client" && context.paymentProvider ? onlineStepOfRow : null;
  const list = listAtHand(context.db, { id: viewer.id, role }, context.now, online);
  read.set(context, list);
  return list;
}

/** How many of a side's bookings ask it for something: its menu shows it. */
export const countAsked = async (args: PageArgs, role: Side): Promise<number> =>
  (await findAtHand(args, role)).filter(({ step }) => step.isAsked).length;
