import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readForm } from "~/http/forms";
import { parseClockForm } from "~/http/clock-form";
import type { MovableClock, RequestContext } from "~/http/context";
import { notFound } from "~/http/not-found";

/** The product's time, in local mode; elsewhere 404 (S6). */
export function loader({ context }: LoaderFunctionArgs) {
  return timeOf(requireClock(context));
}

/** Moves the clock by `minutes`, `to` an instant, or back to real time with `reset`. */
export async function action({ request, context }: ActionFunctionArgs) {
  const clock = requireClock(context);
  const instant = parseClockForm(await readForm(request), clock.now());
  if (instant === undefined) {
    return Response.json(
      { message: "Send one of: minutes (a whole number), to (an ISO instant), reset." },
      { status: 400 },
    );
  }
  await clock.setTo(instant);
  return timeOf(clock);
}

function requireClock(context: RequestContext): MovableClock {
  if (!context.clock) throw notFound();
  return context.clock;
}

const timeOf = (clock: MovableClock) => Response.json({ now: new Date(clock.now()).toISOString() });
