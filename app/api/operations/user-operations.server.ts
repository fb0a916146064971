import * as z from "zod";
import { listAdmins, listUsersFor } from "~/domain/messages/message-lists.server";
import { findInDirectory, listPlumbers } from "~/domain/plumbers/directory.server";
import { findPlumberProfile, listFreeStarts } from "~/domain/plumbers/plumber-profiles.server";
import { listReviewsOf } from "~/domain/reviews/review-views.server";
import { cityKey } from "~/domain/values/cities";
import { parseMarkedCursor, resolveCursor } from "~/domain/values/key-cursor";
import { refuse } from "~/domain/values/refusal";
import { slot, toSlot } from "../schemas/booking-schemas";
import { byId, done, listed, listQuery, openOperation, operation, rangeOf } from "../operation";
import { user, publicPlumber, toUser, toPublicPlumber } from "../schemas/user-schemas";
import { publicReview, toPublicReview } from "../schemas/review-schemas";

/** More than there will be: this list is no page of a longer one. */
const ADMINS_AT_MOST = 200;

export const userOperations = [
  openOperation({
    id: "listPlumbers",
    topic: "People",
    method: "GET",
    path: "/api/auth/plumbers",
    summary: "The directory of plumbers",
    description:
      "Best reviewed first: plumbers whose email is verified, whom our office has approved, and who aren't suspended.",
    caller: "anyone",
    query: listQuery.extend({
      city: z.string().max(60).optional().meta({ description: "Only plumbers of this city, in any letter case." }),
    }),
    response: z.array(publicPlumber),
    refusals: ["notInList"],
    async run({ context: { db, now, origin }, query }) {
      const { before, limit } = rangeOf(query);
      const found = await resolveCursor(before, parseMarkedCursor, (id) => findInDirectory(db, id));
      if (!found.ok) return found;
      const city = query.city ? cityKey(query.city) : null;
      const { plumbers, next } = await listPlumbers(db, { city, cursor: found.cursor, limit, now });
      return { ...done(plumbers.map((plumber) => toPublicPlumber(plumber, origin))), next };
    },
  }),

  openOperation({
    id: "getPlumber",
    topic: "People",
    method: "GET",
    path: "/api/auth/plumbers/{id}",
    summary: "One plumber",
    description: "As in the directory; unlisted plumbers are not found.",
    caller: "anyone",
    params: byId,
    response: publicPlumber,
    refusals: ["plumberNotFound"],
    async run({ context, params }) {
      const plumber = await findPlumberProfile(context.db, params.id);
      return plumber ? done(toPublicPlumber(plumber, context.origin)) : refuse("plumberNotFound");
    },
  }),

  openOperation({
    id: "listReviewsOfPlumber",
    topic: "People",
    method: "GET",
    path: "/api/auth/plumbers/{id}/reviews",
    summary: "A plumber's reviews",
    description: "The public reviews, newest first.",
    caller: "anyone",
    params: byId,
    query: listQuery,
    response: z.array(publicReview),
    refusals: ["plumberNotFound", "notInList"],
    async run({ context, params, query }) {
      const [plumber, reviews] = await Promise.all([
        findPlumberProfile(context.db, params.id),
        listReviewsOf(context.db, params.id, rangeOf(query)),
      ]);
      return plumber ? listed(reviews, toPublicReview) : refuse("plumberNotFound");
    },
  }),

  openOperation({
    id: "listSlots",
    topic: "People",
    method: "GET",
    path: "/api/auth/plumbers/{id}/slots",
    summary: "When a plumber is free",
    description:
      "The starts of the next seven days that can be booked, in order. If someone else is quicker, booking responds 409.",
    caller: "anyone",
    params: byId,
    response: z.array(slot),
    refusals: ["plumberNotFound"],
    async run({ context, params }) {
      const starts = await listFreeStarts(context.db, params.id, context.now);
      return starts ? done(starts.map(toSlot)) : refuse("plumberNotFound");
    },
  }),

  operation({
    id: "listUsers",
    topic: "People",
    method: "GET",
    path: "/api/auth/users",
    summary: "Who you may write to",
    description: "People you share a booking with, and admins; for an admin, everyone. Newest accounts first.",
    caller: "user",
    scope: "messages",
    query: listQuery,
    response: z.array(user),
    refusals: ["notInList"],
    run: async ({ context, viewer, query }) =>
      listed(await listUsersFor(context.db, viewer, rangeOf(query)), (one) => toUser(one, context.origin)),
  }),

  operation({
    id: "listAdmins",
    topic: "People",
    method: "GET",
    path: "/api/auth/admins",
    summary: "The admins, by name",
    description: "Everyone may write to them.",
    caller: "user",
    scope: "messages",
    response: z.array(user),
    refusals: [],
    run: async ({ context, viewer }) =>
      done((await listAdmins(context.db, viewer, ADMINS_AT_MOST)).map((one) => toUser(one, context.origin))),
  }),
];
