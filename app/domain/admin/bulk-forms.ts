import { reasonForm } from "../bookings/transition-schemas";
import { CHOICE_LENGTH, REASON_LENGTH } from "../values/lengths";
import { cutText } from "../values/text";

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

/** The reason of a form that cancels chosen bookings, which both sides of each read (B11); null: it gives none. */
export const readReason = (form: FormData): string | null =>
  reasonForm.safeParse({
    reason: cutText(text(form, "reason"), CHOICE_LENGTH),
    reasonText: cutText(text(form, "reasonText"), REASON_LENGTH),
  }).data ?? null;

/** Who a form gives chosen bookings to (empty: nobody is chosen), and who had each, by its id, when it was shown (B14). */
export const readReassignment = (form: FormData): { plumberId: string; shown: Map<string, string | null> } => ({
  plumberId: text(form, "plumber"),
  shown: new Map(
    form.getAll("from").map((pair) => {
      const [id = "", from] = String(pair).split(":");
      return [id, from || null];
    }),
  ),
});
