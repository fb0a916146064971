import type { AuthenticatedUser } from "~/domain/values/user";
import type { DomainContext } from "~/domain/domain-context.server";
import { reviewForm } from "~/domain/reviews/review-forms";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { parseForm } from "./forms";

/** Takes a review from whichever page it was written on; gives null when it is left, else the answer that says why not. */
export async function submitReview(context: DomainContext, client: AuthenticatedUser, form: FormData) {
  const parsed = parseForm(form, reviewForm);
  if (!parsed.value) return parsed.invalid();
  const { booking, rating, comment } = parsed.value;
  const result = await leaveReview(context, client, { bookingId: booking, rating, comment });
  return result.ok ? null : parsed.refused(result);
}
