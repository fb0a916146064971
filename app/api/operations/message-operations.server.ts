import * as z from "zod";
import { issueSocketTicket } from "~/domain/accounts/program-access.server";
import { enquiryCall } from "~/domain/enquiries/enquiry-forms";
import { sendEnquiry } from "~/domain/enquiries/enquiries.server";
import { messageCall } from "~/domain/messages/message-schemas";
import {
  findContact,
  listAdmins,
  listConversations,
  listMessages,
  listUsersFor,
} from "~/domain/messages/message-lists.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { idField } from "~/domain/values/fields";
import { refuse } from "~/domain/values/refusal";
import { markReadAfterResponse } from "~/http/mark-read.server";
import { done, found, listed, listQuery, NO_ID, operation, pagesOf, saying } from "../operation";
import { instant, object, shownOnce } from "../schemas/kinds";
import { message } from "../schemas/message-objects";
import { conversation, publicPlumber, user, publicReview } from "../schemas/user-objects";
import { findInDirectory, listPlumbers } from "~/domain/plumbers/directory.server";
import { findPlumberProfile, listFreeStarts } from "~/domain/plumbers/plumber-profiles.server";
import { listReviewsOf } from "~/domain/reviews/review-views.server";
import { cityKey } from "~/domain/values/cities";
import { parseMarkedCursor, resolveCursor } from "~/domain/values/lists";
import { slot } from "../schemas/booking-objects";

export const messageOperations = {
  listMessages: operation("GET /api/messages", ["user", "messages"], {
    summary: "A conversation",
    description:
      "The newest messages, oldest first; pass the first one as `before` to get older ones. The newest messages are marked as read.",
    query: listQuery.extend({
      userId: idField("Please name the other user.", NO_ID).describe("The other user's id."),
      before: listQuery.shape.before.describe("Returns the messages before the one with this `_id`."),
    }),
    response: z.array(message),
    refusals: ["contactNotFound", "notInList"],
    async run({ context, viewer, query }) {
      const { before, limit } = query;
      if (before !== null && !/^\d{1,15}$/.test(before)) return refuse("notInList");
      const [contact, page] = await Promise.all([
        findContact(context.db, viewer, query.userId),
        listMessages(context.db, viewer, query.userId, { ...(before !== null && { before: Number(before) }), limit }),
      ]);
      if (!contact) return refuse("contactNotFound");
      if (before === null) markReadAfterResponse(context, contact, page.messages);
      const [oldest] = page.messages;
      return done(page.messages, { next: page.hasOlder && oldest ? String(oldest.seq) : null });
    },
  }),

  listConversations: operation("GET /api/messages/conversations", ["user", "messages"], {
    summary: "Your conversations",
    description:
      "Those you share a booking with or have written to, the latest first, and how much of each you have not read.",
    ...pagesOf(conversation),
    run: async ({ context, viewer, query }) => listed(await listConversations(context.db, viewer, query)),
  }),

  sendMessage: operation("POST /api/messages", ["user", "messages"], {
    summary: "Send a message",
    description:
      "To someone you share a booking with, or an admin; an admin may write to anyone. The same `id` and text again returns the first message with 200.",
    body: messageCall,
    response: message,
    makes: "unlessThere",
    limits: ["messagePerUser"],
    refusals: ["contactNotFound", "questionWaits", "conversationClosed", "busy"],
    async run({ context, user, body: { recipient: recipientId, content, id }, onceId }) {
      const result = await sendMessage(context, await user, { recipientId, content, id: id ?? onceId });
      return result.ok ? done(result.message, { repeated: result.repeated }) : result;
    },
  }),
};

const ticket = object("SocketTicket", "Opens one socket, once, within 30 seconds.", {
  ticket: shownOnce(z.string()),
  expiresAt: instant,
});

export const socketOperations = {
  issueSocketTicket: operation("POST /api/socket-ticket", ["user", null], {
    summary: "A ticket for a socket",
    description: "Goes into the socket's URL as `?ticket=`.",
    response: ticket,
    makes: "always",
    limits: ["socketTicketPerUser"],
    async run({ context, user }) {
      const issued = await issueSocketTicket(context, await user);
      return issued.ok ? done(issued) : issued;
    },
  }),
};

export const contactOperations = {
  contactUs: operation("POST /api/contact", "anyone", {
    summary: "Write to our office",
    description: "The forms of the public pages; without a topic, the home page's.",
    body: enquiryCall,
    makes: "always",
    limits: ["contactPerAddress"],
    async run({ context, body: { topic, ...enquiry } }) {
      return saying(await sendEnquiry(context, topic, enquiry), "Thank you. We'll answer soon.");
    },
  }),
};

/** More than there will be: this list is no page of a longer one. */
const ADMINS_AT_MOST = 200;

export const userOperations = {
  listPlumbers: operation("GET /api/auth/plumbers", "anyone", {
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

  getPlumber: operation("GET /api/auth/plumbers/{id}", "anyone", {
    summary: "One plumber",
    description: "As in the directory; unlisted plumbers are not found.",
    response: publicPlumber,
    refusals: ["plumberNotFound"],
    run: async ({ context, params }) => found(await findPlumberProfile(context.db, params.id), "plumberNotFound"),
  }),

  listReviewsOfPlumber: operation("GET /api/auth/plumbers/{id}/reviews", "anyone", {
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

  listSlots: operation("GET /api/auth/plumbers/{id}/slots", "anyone", {
    summary: "When a plumber is free",
    description:
      "The starts of the next seven days that can be booked, in order. If someone else is quicker, booking responds 409.",
    response: z.array(slot),
    refusals: ["plumberNotFound"],
    run: async ({ context, params }) =>
      found(await listFreeStarts(context.db, params.id, context.now), "plumberNotFound"),
  }),

  listUsers: operation("GET /api/auth/users", ["user", "messages"], {
    summary: "Who you may write to",
    description: "People you share a booking with, and admins; for an admin, everyone. Newest accounts first.",
    ...pagesOf(user),
    run: async ({ context, viewer, query }) => listed(await listUsersFor(context.db, viewer, query)),
  }),

  listAdmins: operation("GET /api/auth/admins", ["user", "messages"], {
    summary: "The admins, by name",
    description: "Everyone may write to them.",
    response: z.array(user),
    run: async ({ context, viewer }) => done(await listAdmins(context.db, viewer, ADMINS_AT_MOST)),
  }),
};
