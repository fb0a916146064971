import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import {
  readBookingQuery,
  writeBookingQuery,
  BULK_ACTIONS,
  parseChosen,
  readIds,
  readOutcomes,
  sayOutcome,
  whyNot,
  whyNotChosen,
  writeOutcomes,
  type BulkAction,
} from "~/domain/admin/lists/office-lists";
import { doEach, findChosenFor, listChosen, remindPlumber } from "~/domain/admin/bookings/bulk-actions.server";
import { suggestForAll } from "~/domain/admin/bookings/suggestions";
import { listCommonCandidates } from "~/domain/admin/bookings/suggestions.server";
import { isOpen } from "~/domain/bookings/booking";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { reasonForm } from "~/domain/bookings/transition-schemas";
import { idField } from "~/domain/values/fields";
import { CITIES, cityKey } from "~/domain/values/cities";
import { OFFICE_LISTS, readOfficeList } from "~/domain/values/office-addresses";
import { countOf } from "~/domain/values/numbers";
import { CHOICE_LENGTH, REASON_LENGTH, cutText } from "~/domain/values/text";
import type { FormReply } from "~/http/forms";
import { type ActionArgs, adminAction, adminLoader } from "~/http/guards";
import { notFound, requireOneOf, redirectTo } from "~/http/responses";
import { messageOf, REASONS, type Reason } from "~/http/refusals";
import { officePage, PageWithBar, OfficeLink, FilterLinks } from "~/ui/admin/office-page";
import { DataTable } from "~/ui/admin/data-table";
import { bookingColumns } from "~/ui/admin/booking-table";
import { SubmitButton } from "~/ui/shell/elements";
import { Plumbers, ReasonFields } from "./bulk-fields";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { Form } from "~/ui/forms/owned-form";
import { Shown } from "~/ui/forms/shown";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Chosen bookings", "bookings", {
  list: "bookings",
  missing: "Booking not found.",
});

/** Asks before the office does one thing with several bookings, and says afterwards what has become of each (O29). */
export const loader = adminLoader(async ({ context: { db, now }, url, param }) => {
  const action = requireOneOf(BULK_ACTIONS, param("action"));
  const { searchParams } = url;
  const isDone = searchParams.has("done");
  const outcomes = readOutcomes(searchParams.get("done") ?? "", REASONS);
  const ids = isDone ? [...outcomes.keys()] : readIds(searchParams);
  const unfit = whyNotChosen(ids);
  const city = CITIES.find((known) => known === searchParams.get("city")) ?? null;
  const [chosen, candidates] = await Promise.all([
    unfit ? [] : listChosen(db, ids, now),
    action === "reassign" && !unfit && !isDone ? listCommonCandidates(db, ids, city) : [],
  ]);
  const possible = chosen.filter((booking) => whyNot(action, booking, now) === null);
  // Open jobs that stay with their plumbers, who so have no time then.
  const kept = chosen.filter((booking) => !possible.includes(booking) && isOpen(booking.status));
  const message = unfit ?? whyNotChosen(chosen.map(({ id }) => id));
  return data(
    {
      action,
      bookings: chosen.map((booking) => {
        const refused = outcomes.get(booking.id) ?? null;
        const { status, plumber } = booking;
        const explain = (reason: Reason) => messageOf({ ok: false, reason, status, name: plumber ?? "nobody" });
        const words = isDone ? sayOutcome(action, booking, refused, explain, now) : whyNot(action, booking, now);
        return { ...booking, words, isPossible: isDone ? !refused : words === null };
      }),
      isDone,
      suggestions: suggestForAll(possible, candidates, kept),
      city: city ?? candidates[0]?.city ?? null,
      message,
      back: backTo(searchParams),
      now,
    },
    { status: message ? 400 : 200 },
  );
});

export const action = adminAction(
  ({ params }) => `Failed to ${params["action"] ?? "change"} the bookings`,
  async (args) => {
    const { user, form } = args;
    const name = args.param("action");
    const asks = args.pressed(["choose"]) !== null;
    const action = asks ? null : requireOneOf(BULK_ACTIONS, name);
    if (asks) await user;
    const ids = parseChosen(form.getAll("id"));
    const back = text(form, "back").slice(0, 500);
    if (!action) {
      // The list's form: its choice becomes an address, which holds fewer parameters than a form has fields.
      // That page says what is wrong with one too many, or with none.
      const chosen = new URLSearchParams({ ids: ids.join("."), back });
      return redirectTo(name === "export" ? `/admin-export/chosen-bookings.csv?${chosen}` : pageOf(name, chosen));
    }
    const unfit = whyNotChosen(ids);
    if (unfit) return data<FormReply>({ values: {}, errors: {}, message: unfit, reason: null }, { status: 400 });
    const outcomes = await act(args, action, ids);
    if (!Array.isArray(outcomes)) return outcomes;
    return redirectTo(pageOf(action, new URLSearchParams({ done: writeOutcomes(outcomes), back })));
  },
);

/** The list of the desk that the bookings were on, else the list of bookings with its filter. */
function backTo(query: URLSearchParams): string {
  const list = readOfficeList(query);
  return list
    ? OFFICE_LISTS[list]
    : `/admin-dashboard/bookings?${writeBookingQuery(readBookingQuery(query.get("back") ?? ""))}`;
}

const pageOf = (action: string, query: URLSearchParams) => `/admin-dashboard/bookings/chosen/${action}?${query}`;
const text = (form: FormData, name: string) => String(form.get(name) ?? "");
const plumberForm = z.object({ plumber: idField("Plumber is required.") });

async function act({ context, user, form, read, refused }: ActionArgs, action: BulkAction, ids: string[]) {
  const plumberId = action === "reassign" ? read(plumberForm).plumber : null;
  const [admin, chosen, plumber] = await Promise.all([
    user,
    findChosenFor(context.db, ids),
    plumberId === null ? null : findBookablePlumber(context.db, plumberId),
  ]);
  if (chosen.length === 0) throw notFound();
  switch (action) {
    case "remind":
      return doEach(chosen, (booking) => remindPlumber(context, admin, booking));
    case "cancel": {
      const reason = reasonForm.safeParse({
        reason: cutText(text(form, "reason"), CHOICE_LENGTH),
        reasonText: cutText(text(form, "reasonText"), REASON_LENGTH),
      }).data;
      if (!reason) return refused({ ok: false, reason: "reasonMissing" }, "reason");
      return doEach(chosen, (booking) => transitionBooking(context, admin, booking, "cancel", { reason }));
    }
    case "reassign": {
      if (!plumber) return refused({ ok: false, reason: "plumberNotFound" }, "plumber");
      // The plumber of each, by its id, when the page was shown (B14).
      const shown = new Map(form.getAll("from").map((pair) => String(pair).split(":") as [string, string]));
      return doEach(chosen, (booking) =>
        assignBooking(context, admin, booking, plumber, shown.get(booking.id) || null),
      );
    }
  }
}

const TEXTS: Record<BulkAction, { title: string; button: string; busy: string; done: string }> = {
  remind: { title: "Remind the plumbers of", button: "Remind", busy: "Reminding...", done: "reminded" },
  reassign: { title: "Reassign", button: "Reassign", busy: "Reassigning...", done: "reassigned" },
  cancel: { title: "Cancel", button: "Cancel", busy: "Cancelling...", done: "cancelled" },
};

const HIDDEN = ["created", "problem", "price", "waiting"];

export default function ChosenBookings() {
  const { action, bookings, isDone, suggestions, city, message, back, now } = useLoaderData<typeof loader>();
  const { fields, all, message: refused } = useFormReply("chosen", ["reason", "reasonText", "plumber"]);
  const { title, button, busy, done } = TEXTS[action];
  const possible = bookings.filter(({ isPossible }) => isPossible);
  const here = possible.filter((booking) => booking.cityKey === cityKey(city ?? "")).length;
  const count = possible.length;
  const howMany = countOf(count, "booking");
  const columns = [
    ...bookingColumns(now),
    {
      id: "outcome",
      label: isDone ? "Result" : "What happens",
      onPhones: "end" as const,
      cell: ({ words, isPossible }: (typeof bookings)[number]) =>
        isPossible ? <b>{words ?? `Will be ${done}`}</b> : <span className="text-ink-2">{words}</span>,
    },
  ];
  return (
    <PageWithBar
      title={isDone ? `${count} of ${countOf(bookings.length, "booking")} ${done}` : `${title} ${howMany}`}
      small={!isDone && count < bookings.length && `of ${bookings.length} chosen`}
      tools={<OfficeLink to={back} label="Back to the list" />}
      className="gap-3"
    >
      <ProblemSummary message={refused ?? message} fields={all} />
      <DataTable caption="The chosen bookings" columns={columns} rows={bookings} hidden={HIDDEN} />
      {!isDone && bookings.length > 0 && count === 0 && <p>This can't be done with any of them.</p>}
      {!isDone && count > 0 && (
        <>
          {action === "reassign" && (
            <div className="office-bar">
              <h2>
                Plumbers{city ? ` in ${city}` : ""}{" "}
                <small>{city && here < count && `${here} of the ${howMany} ${here === 1 ? "is" : "are"} there`}</small>
              </h2>
              <FilterLinks name="city" label="City" chosen={city} choices={CITIES} />
            </div>
          )}
          <Form method="post" replace className="grid gap-3">
            <input type="hidden" name="back" value={back.slice(back.indexOf("?") + 1)} />
            {possible.map(({ id }) => (
              <input key={id} type="hidden" name="id" value={id} />
            ))}
            {action === "cancel" && <ReasonFields fields={fields} />}
            {action === "reassign" && (
              <>
                {possible.map(({ id, plumberId }) => (
                  <Shown key={id} name="from" value={`${id}:${plumberId ?? ""}`} />
                ))}
                <Plumbers meta={fields.plumber} suggestions={suggestions} count={count} />
              </>
            )}
            <div className={action === "reassign" ? "office-chosen is-floating" : "office-chosen"}>
              <SubmitButton busy={busy} className={action === "cancel" ? "button-danger" : ""}>
                {button} {howMany}
              </SubmitButton>
            </div>
          </Form>
        </>
      )}
    </PageWithBar>
  );
}
