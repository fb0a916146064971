import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readCaller, SHOWN_UNVERIFIED, SOMEONE_NEW, type CallerChoices } from "~/domain/admin/callers/caller";
import { callerBookingForm, choicesQuery, newCallerForm } from "~/domain/admin/callers/caller-forms";
import { bookForCaller, listChoices } from "~/domain/admin/callers/caller-booking.server";
import { dateAt } from "~/domain/time/harare";
import { bookingPage } from "~/http/booking-page";
import { answersOf, parseForm, type FormReply } from "~/http/forms";
import { adminAction, adminLoader } from "~/http/guards";
import { cityOf } from "~/ui/admin/filled-address";
import { NewBooking } from "~/ui/admin/new-booking";
import { useLastActionData } from "~/ui/elements/use-sticky-value";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "New booking",
  failed: "Failed to open the form",
  home: "/admin-dashboard/bookings",
});

/** A booking for someone who has called (B29); `?client=` fills in who. */
export const loader = adminLoader(async ({ context, url }) => {
  const { db, now } = context;
  const choices = await listChoices(
    db,
    { ...choicesQuery.parse(Object.fromEntries(url.searchParams)), q: undefined },
    now,
  );
  return { choices, today: dateAt(now) };
});

/** Shows the form again with what the buttons have found, or books. */
export const action = adminAction("Booking failed", async ({ context, user, form, pressed, goTo }) => {
  const { db, now } = context;
  const shows = pressed(["show"]) !== null;
  if (shows && form.get("q") !== form.get("searched")) searchAnew(form);
  const query = choicesQuery.parse(Object.fromEntries(form));
  const [admin, choices] = await Promise.all([user, listChoices(db, query, now)]);
  if (shows) {
    const answers = Object.fromEntries(answersOf(form));
    const city = cityOf(choices, { client: "", suburb: "", street: "", filledIn: "", ...answers });
    const values = { ...answers, city };
    const shown = city === choices.city ? choices : await listChoices(db, choicesQuery.parse(values), now);
    return data<FormReply & { choices: CallerChoices }>({
      values,
      errors: {},
      message: null,
      reason: null,
      choices: shown,
    });
  }
  const isNew = query.client === SOMEONE_NEW;
  const caller = isNew ? parseForm(form, newCallerForm) : null;
  const booking = parseForm(form, callerBookingForm);
  const again = ({ data: reply, init }: ReturnType<typeof booking.invalid>, more: Partial<CallerChoices> = {}) =>
    data({ ...reply, choices: { ...choices, ...more } }, init ?? undefined);
  const missing: Record<string, string> = {
    ...(!isNew && !choices.chosen && { client: "Please find the client, or choose Someone new." }),
    // The page showed the times of another week.
    ...(query.otherDate &&
      query.otherDate !== form.get("shownDay") && {
        [choices.dayError ? "otherDate" : "appointmentTime"]: choices.dayError ?? "Please choose a time on that day.",
      }),
  };
  const wrong = { ...missing, ...caller?.invalid().data.errors };
  const who = caller?.value
    ? { ...caller.value, isSure: form.getAll(SHOWN_UNVERIFIED).includes(caller.value.phone) }
    : choices.chosen;
  if (!booking.value || !who || Object.keys(missing).length > 0) return again(booking.invalid(wrong));
  if (query.plumber && !choices.plumber) return again(booking.refused({ ok: false, reason: "plumberNotFound" }));

  const plumber = choices.plumber && { ...choices.plumber, fee: choices.plumber.feeCents };
  const result = await bookForCaller(context, admin, { caller: who, plumber, ...booking.value });
  if (result.ok) {
    return goTo(bookingPage("admin", result.id), plumber ? "bookingMade" : "bookingMadeUnassigned");
  }
  if (result.reason === "phoneTaken" || result.reason === "emailTaken")
    return again(booking.refused(result), { clients: [result.client], chosen: result.client });
  if (result.reason === "phoneNotVerified") return again(booking.refused(result), { clients: [result.client] });
  return again(booking.refused(result, FIELDS_OF[result.reason]));
});

/** A new search chooses anew, and what the last one has filled in goes; what was typed stays. */
function searchAnew(form: FormData) {
  form.delete("client");
  for (const [name, value] of Object.entries(readCaller(String(form.get("searched") ?? ""))))
    if (form.get(name) === value) form.delete(name);
}

/** The field beside which a refusal is shown. */
const FIELDS_OF: Partial<Record<string, string>> = {
  startNotInFuture: "appointmentDate",
  slotTaken: "appointmentTime",
  userNotFound: "client",
};

export default function NewBookingPage() {
  const { choices, today } = useLoaderData<typeof loader>();
  const found = useLastActionData<{ choices?: CallerChoices }>()?.choices;
  return <NewBooking choices={found ?? choices} today={today} />;
}
