import { parseDate, parseTime } from "~/domain/time/harare";
import { redirectTo } from "./redirects";
import { withReturn } from "./return-to";

/** One of the starts that were offered in place of one that was gone: it takes its place in the form. */
export function takeInstead(form: FormData) {
  const [, date, time] = /^(\S+) (.+)$/.exec(String(form.get("instead") ?? "")) ?? [];
  if (!date || !time) return;
  form.set("appointmentDate", date);
  form.set("appointmentTime", time);
}

/** A visitor's day and time travel along to sign-in and back (T8). */
export function toSignInWithChoice(id: string, form: FormData) {
  const day = parseDate(String(form.get("appointmentDate") ?? ""));
  const time = String(form.get("appointmentTime") ?? "");
  const choice = new URLSearchParams({ ...(day && { day }), ...(parseTime(time) !== null && { time }) }).toString();
  const page = `/appointment/${encodeURIComponent(id)}`;
  return redirectTo(withReturn("/signin", choice ? `${page}?${choice}` : page, { reason: "book" }));
}
