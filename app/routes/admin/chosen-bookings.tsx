import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import {
  readBookingQuery,
  writeBookingQuery,
  BULK_ACTIONS,
  MAX_CHOSEN,
  parseChosen,
  readIds,
  readOutcomes,
  sayOutcome,
  whyNot,
  writeOutcomes,
  type BulkAction,
  type ChosenBooking,
} from "~/domain/admin/lists/office-lists";
import { doEach, findChosenFor, listChosen, remindPlumber } from "~/domain/admin/bookings/bulk-actions.server";
import { suggestForAll } from "~/domain/admin/bookings/suggestions";
import { listCommonCandidates } from "~/domain/admin/bookings/suggestions.server";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { reasonForm } from "~/domain/bookings/transition-schemas";
import { CITIES } from "~/domain/values/cities";
import { CHOICE_LENGTH, REASON_LENGTH, cutText } from "~/domain/values/text";
import { type ActionArgs, adminAction, adminLoader } from "~/http/guards";
import { notFound, redirectTo } from "~/http/responses";
import { messageOf, REASONS, refusal, type Reason } from "~/http/refusals";
import { BulkAction as BulkActionPage } from "~/ui/admin/bulk-action";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "Chosen bookings",
  failed: "Failed to fetch bookings",
  missing: "Booking not found.",
  home: "/admin-dashboard/bookings",
});

const TOO_MANY = `Choose up to ${MAX_CHOSEN} bookings at once.`;

const requireAction = (name: string): BulkAction => {
  const action = BULK_ACTIONS.find((known) => known === name);
  if (!action) throw notFound();
  return action;
};

/** Asks before the office does one thing with several bookings, and says afterwards what has become of each (O29). */
export const loader = adminLoader(async ({ context: { db, now }, url, param }) => {
  const action = requireAction(param("action"));
  const { searchParams } = url;
  const done = searchParams.get("done");
  const isDone = done !== null;
  const outcomes = readOutcomes(done ?? "", REASONS);
  const ids = isDone ? [...outcomes.keys()] : readIds(searchParams);
  const city = CITIES.find((known) => known === searchParams.get("city")) ?? null;
  const [chosen, candidates] = await Promise.all([
    ids ? listChosen(db, ids, now) : [],
    action === "reassign" && ids && !isDone ? listCommonCandidates(db, ids, city) : [],
  ]);
  const possible = chosen.filter((booking) => whyNot(action, booking, now) === null);
  const message = ids === null ? TOO_MANY : chosen.length === 0 ? "No bookings are chosen." : null;
  return data(
    {
      action,
      bookings: chosen.map((booking) => ({
        ...booking,
        words: isDone
          ? sayOutcome(action, booking, outcomes.get(booking.id) ?? null, (reason) => sayRefusal(booking, reason), now)
          : whyNot(action, booking, now),
        isPossible: isDone ? !outcomes.get(booking.id) : whyNot(action, booking, now) === null,
      })),
      isDone,
      suggestions: suggestForAll(possible, candidates),
      city: city ?? candidates[0]?.city ?? null,
      message,
      back: `/admin-dashboard/bookings?${writeBookingQuery(readBookingQuery(searchParams.get("back") ?? ""))}`,
      now,
    },
    { status: message ? 400 : 200 },
  );
});

export const action = adminAction(
  ({ params }) => `Failed to ${params["action"] ?? "change"} the bookings`,
  async (args) => {
    const name = args.param("action");
    // The list's form: its choice becomes an address, which holds fewer parameters than a form has fields.
    if (args.pressed(["choose"])) return askAbout(args, name);
    return actOnChosen(args, requireAction(name));
  },
);

const pageOf = (action: string, parameters: Record<string, string>) =>
  `/admin-dashboard/bookings/chosen/${action}?${new URLSearchParams(parameters)}`;
const text = (form: FormData, name: string) => String(form.get(name) ?? "");
const backOf = (form: FormData) => text(form, "back").slice(0, 500);

const problem = (message: string) => data({ message }, { status: 400 });

/** The redirect from a list to the page that asks about what is chosen in it, or to its export. */
async function askAbout({ user, form }: ActionArgs, action: string) {
  await user;
  const ids = parseChosen(form.getAll("id"));
  if (!ids) return problem(TOO_MANY);
  const parameters = { ids: ids.join("."), back: backOf(form) };
  return redirectTo(
    action === "export"
      ? `/admin-export/chosen-bookings.csv?${new URLSearchParams(parameters)}`
      : pageOf(action, parameters),
  );
}

/** Does one thing with the bookings of a form (O29), and redirects to what became of each. */
async function actOnChosen(args: ActionArgs, action: BulkAction) {
  const ids = parseChosen(args.form.getAll("id"));
  if (!ids) return problem(TOO_MANY);
  const outcomes = await act(args, action, ids);
  return Array.isArray(outcomes)
    ? redirectTo(pageOf(action, { done: writeOutcomes(outcomes), back: backOf(args.form) }))
    : outcomes;
}

async function act({ context, user, form }: ActionArgs, action: BulkAction, ids: string[]) {
  const plumberId = text(form, "plumber");
  const [admin, chosen, plumber] = await Promise.all([
    user,
    findChosenFor(context.db, ids),
    action === "reassign" ? findBookablePlumber(context.db, plumberId) : null,
  ]);
  if (chosen.length === 0) throw notFound();
  switch (action) {
    case "remind":
      return doEach(chosen, (booking) => remindPlumber(context, admin, booking));
    case "cancel": {
      const reason = readReason(form);
      if (!reason) return problem("Say why: both sides of each booking read it.");
      return doEach(chosen, (booking) => transitionBooking(context, admin, booking, "cancel", { reason }));
    }
    case "reassign": {
      if (!plumberId) return problem("Choose a plumber.");
      if (!plumber) return refusal({ ok: false, reason: "plumberNotFound" });
      // Who had each, by its id, when the page was shown (B14).
      const shown = new Map(form.getAll("from").map((pair) => splitPair(String(pair))));
      return doEach(chosen, (booking) =>
        assignBooking(context, admin, booking, plumber, shown.get(booking.id) ?? null),
      );
    }
  }
}

/** Why chosen bookings are cancelled, which both sides of each read (B11); null: the form doesn't say. */
const readReason = (form: FormData): string | null =>
  reasonForm.safeParse({
    reason: cutText(text(form, "reason"), CHOICE_LENGTH),
    reasonText: cutText(text(form, "reasonText"), REASON_LENGTH),
  }).data ?? null;

/** `id:plumber` in its two parts; without a plumber: null. */
function splitPair(pair: string): [string, string | null] {
  const [id = "", plumberId] = pair.split(":");
  return [id, plumberId || null];
}

const sayRefusal = ({ status, plumber }: ChosenBooking, reason: Reason): string =>
  messageOf({ ok: false, reason, status, name: plumber ?? "nobody" });

export default function ChosenBookings() {
  return <BulkActionPage {...useLoaderData<typeof loader>()} />;
}
