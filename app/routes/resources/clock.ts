import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as z from "zod";
import { MINUTE } from "~/domain/time/harare";
import type { MovableClock } from "~/http/context";
import { readForm } from "~/http/forms";
import { notFound } from "~/http/responses";

/** A hundred years. Anything beyond is a mistake, and five-digit years break in many places. */
const MAX_OFFSET_MINUTES = 100 * 366 * 24 * 60;

const clockForm = z.union([
  z.strictObject({
    minutes: z
      .string()
      .regex(/^-?\d{1,8}$/)
      .transform(Number)
      .refine((minutes) => Math.abs(minutes) <= MAX_OFFSET_MINUTES),
  }),
  z.strictObject({ to: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)) }),
  z.strictObject({ reset: z.string() }),
]);

/** The product's time, in local mode; elsewhere 404 (S6). */
export function loader({ context: { clock } }: LoaderFunctionArgs) {
  if (!clock) throw notFound();
  return timeOf(clock);
}

export async function action({ request, context: { clock } }: ActionFunctionArgs) {
  if (!clock) throw notFound();
  const { data } = clockForm.safeParse(Object.fromEntries(await readForm(request)));
  if (!data) {
    const message = "Send one of: minutes (a whole number), to (an ISO instant), reset.";
    return Response.json({ message }, { status: 400 });
  }
  await clock.setTo("minutes" in data ? clock.now() + data.minutes * MINUTE : "to" in data ? data.to : null);
  return timeOf(clock);
}

const timeOf = (clock: MovableClock) => Response.json({ now: new Date(clock.now()).toISOString() });
