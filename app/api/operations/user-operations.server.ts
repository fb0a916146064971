import * as z from "zod";
import { listAdmins, listUsersFor } from "~/domain/messages/message-lists.server";
import { findInDirectory, listPlumbers } from "~/domain/plumbers/directory.server";
import { findPlumberProfile, listFreeStarts } from "~/domain/plumbers/plumber-profiles.server";
import { listReviewsOf } from "~/domain/reviews/review-views.server";
import { cityKey } from "~/domain/values/cities";
import { parseMarkedCursor, resolveCursor } from "~/domain/values/lists";
import { refuse } from "~/domain/values/refusal";
import { done, found, listed, listQuery, operation, pagesOf } from "../operation";
import { slot } from "../schemas/booking-schemas";
import { publicReview } from "../schemas/review-schemas";
import { publicPlumber, user } from "../schemas/user-schemas";

/** More than there will be: this list is no page of a longer one. */
const ADMINS_AT_MOST = 200;

export const userOperations = {
  listPlumbers: operation("GET /api/auth/plumbers", {
    by: "anyone",
    summary: "The directory of plumbers",
    description:
      "Best reviewed first: plumbers whose email is verified, whom our office has approved, and who aren't suspended.",
    query: listQuery.extend({
      city: z.string().max(60).optional().describe("Only plumbers of this city, in any letter case."),
    }),
    response: z.array(publicPlumber),
    refusals: ["notInList"],
    async run({ context: { db, now }, query }) {
      const after = await resolveCursor(query.before, parseMarkedCursor, (id) => findInDirectory(db, id));
      if (!after.ok) return after;
      const city = query.city ? cityKey(query.city) : null;
      const { plumbers, next } = await listPlumbers(db, { city, cursor: after.cursor, limit: query.limit, now });
      return done(plumbers, { next });
    },
  }),

  getPlumber: operation("GET /api/auth/plumbers/{id}", {
    by: "anyone",
    summary: "One plumber",
    description: "As in the directory; unlisted plumbers are not found.",
    response: publicPlumber,
    refusals: ["plumberNotFound"],
    run: async ({ context, params }) => found(await findPlumberProfile(context.db, params.id), "plumberNotFound"),
  }),

  listReviewsOfPlumber: operation("GET /api/auth/plumbers/{id}/reviews", {
    by: "anyone",
    summary: "A plumber's reviews",
    description: "The public reviews, newest first.",
    query: listQuery,
    response: z.array(publicReview),
    refusals: ["plumberNotFound", "notInList"],
    async run({ context, params, query }) {
      const [plumber, reviews] = await Promise.all([
        findPlumberProfile(context.db, params.id),
        listReviewsOf(context.db, params.id, query),
      ]);
      return plumber ? listed(reviews) : refuse("plumberNotFound");
    },
  }),

  listSlots: operation("GET /api/auth/plumbers/{id}/slots", {
    by: "anyone",
    summary: "When a plumber is free",
    description:
      "The starts of the next seven days that can be booked, in order. If someone else is quicker, booking responds 409.",
    response: z.array(slot),
    refusals: ["plumberNotFound"],
    run: async ({ context, params }) =>
      found(await listFreeStarts(context.db, params.id, context.now), "plumberNotFound"),
  }),

  listUsers: operation("GET /api/auth/users", {
    by: ["user", "messages"],
    summary: "Who you may write to",
    description: "People you share a booking with, and admins; for an admin, everyone. Newest accounts first.",
    ...pagesOf(user),
    run: async ({ context, viewer, query }) => listed(await listUsersFor(context.db, viewer, query)),
  }),

  listAdmins: operation("GET /api/auth/admins", {
    by: ["user", "messages"],
    summary: "The admins, by name",
    description: "Everyone may write to them.",
    response: z.array(user),
    run: async ({ context, viewer }) => done(await listAdmins(context.db, viewer, ADMINS_AT_MOST)),
  }),
};
