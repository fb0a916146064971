import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cents, figure, id, instant } from "./columns";

const SUBJECT_KINDS = ["booking", "person", "registration", "review", "enquiry", "mail", "setting", "export"] as const;

// Room by room, in the order in which the domain builds on itself. Migrations only ever add.

export const users = sqliteTable(
  "users",
  {
    id: id(),
    email: text().notNull(),
    role: text({ enum: ["client", "plumber", "admin"] }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text(),
    passwordHash: text().notNull(),
    photoKey: text(),
    addressLine1: text(),
    addressLine2: text(),
    emailVerifiedAt: instant(),
    suspendedAt: instant(),
    /** Why, for the desk alone. */
    suspendedReason: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Messages to this person that they have not read, in all conversations. */
    unreadMessages: figure(),
  },
  (users) => [
    uniqueIndex("users_email").on(users.email),
    index("users_admins")
      .on(users.firstName, users.id)
      .where(sql`role = 'admin'`),
    // The desk finds people by the beginning of a name, either way round, or of a phone.
    index("users_by_name").on(users.role, sql`lower(first_name || ' ' || last_name)`, users.id),
    index("users_by_last_name").on(users.role, sql`lower(last_name || ' ' || first_name)`, users.id),
    index("users_by_phone")
      .on(users.phone)
      .where(sql`phone is not null`),
    index("users_by_creation").on(users.createdAt, users.id),
    index("users_by_role_and_creation").on(users.role, users.createdAt, users.id),
    index("users_suspended")
      .on(users.suspendedAt, users.id)
      .where(sql`suspended_at is not null`),
    check("users_role", sql`${users.role} in ('client', 'plumber', 'admin')`),
  ],
);

export const plumberProfiles = sqliteTable(
  "plumber_profiles",
  {
    userId: id().references(() => users.id, { onDelete: "cascade" }),
    /** The full name in lower case: the order of lists. */
    sortName: text().notNull(),
    speciality: text().notNull(),
    experience: text().notNull(),
    about: text().notNull(),
    feeCents: cents().notNull(),
    city: text().notNull(),
    /** The city as addresses spell it (`cityKey`): what the directory compares. */
    cityKey: text().notNull(),
    /** 1 while the e-mail is verified and nobody has suspended the account. */
    listed: integer({ mode: "boolean" }).notNull().default(false),
    ratingSum: figure(),
    ratingCount: figure(),
    /** How many reviews gave one star, two, ... */
    rated1: figure(),
    rated2: figure(),
    rated3: figure(),
    rated4: figure(),
    rated5: figure(),
    /** Over the pairs that have visible reviews: the sum of their means (`ratedPairs.mean`) and their number. */
    rankSum: figure(),
    rankCount: figure(),
    rankScore: integer({ mode: "number" }).notNull().default(4000),
    /** The score turned round, so that "best first, then by name" is one ascending key that a page can continue from. */
    rankOrder: integer({ mode: "number" }).generatedAlwaysAs(sql`-rank_score`, { mode: "virtual" }),
    /** When this plumber takes jobs, within the hours that everybody can book (`time/availability.ts`). */
    opensAt: integer({ mode: "number" }).notNull().default(600),
    closesAt: integer({ mode: "number" }).notNull().default(1260),
    daysOff: figure(),
    paused: integer({ mode: "boolean" }).notNull().default(false),
    jobMinutes: integer({ mode: "number" }).notNull().default(30),
    /** SHA-256 of the secret in the address of the plumber's calendar feed; null: there is none. */
    calendarTokenHash: text(),
    jobsTotal: figure(),
    jobsCompleted: figure(),
    /** 1 from the verification on, while the desk approves plumbers first and has not approved this one. */
    awaitsApproval: integer({ mode: "boolean" }).notNull().default(false),
  },
  (profiles) => [
    check("plumber_profiles_fee", sql`${profiles.feeCents} between 0 and 1000000`),
    index("plumbers_to_approve")
      .on(profiles.userId)
      .where(sql`awaits_approval = 1`),
    uniqueIndex("plumbers_by_calendar").on(profiles.calendarTokenHash),
    index("plumbers_by_rank")
      .on(profiles.rankOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_and_rank")
      .on(profiles.cityKey, profiles.rankOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_speciality_and_rank")
      .on(profiles.speciality, profiles.rankOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_speciality_and_rank")
      .on(profiles.cityKey, profiles.speciality, profiles.rankOrder, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_fee")
      .on(profiles.feeCents, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_and_fee")
      .on(profiles.cityKey, profiles.feeCents, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_speciality_and_fee")
      .on(profiles.speciality, profiles.feeCents, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_speciality_and_fee")
      .on(profiles.cityKey, profiles.speciality, profiles.feeCents, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
    index("plumbers_by_city_and_name")
      .on(profiles.cityKey, profiles.sortName, profiles.userId)
      .where(sql`listed = 1`),
  ],
);

/**
 * Who has signed up and not shown yet that the email is theirs: no account yet. Several may stand side by side for one
 * email; the one whose link is opened with its password becomes the account, under the same id (product.md 4 and 5).
 */
export const registrations = sqliteTable(
  "registrations",
  {
    id: id(),
    email: text().notNull(),
    role: text({ enum: ["client", "plumber"] }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text(),
    /** Salted like every other registration and the account of the email: one scrypt checks them all. */
    passwordHash: text().notNull(),
    photoKey: text(),
    addressLine1: text(),
    addressLine2: text(),
    /** What a plumber's profile will hold; null for clients. */
    sortName: text(),
    speciality: text(),
    experience: text(),
    about: text(),
    feeCents: cents(),
    city: text(),
    cityKey: text(),
    createdAt: instant().notNull(),
  },
  (registrations) => [
    check("registrations_role", sql`${registrations.role} in ('client', 'plumber')`),
    index("registrations_by_email").on(registrations.email, registrations.createdAt),
    index("registrations_by_age").on(registrations.createdAt, registrations.id),
    // The office finds them as it finds people.
    index("registrations_by_name").on(sql`lower(first_name || ' ' || last_name)`),
    index("registrations_by_last_name").on(sql`lower(last_name || ' ' || first_name)`),
    index("registrations_by_phone")
      .on(registrations.phone)
      .where(sql`phone is not null`),
  ],
);

/** Mailed links that verify an email: any of them serves every registration of that email. Kept until they expire, so that one opened again can say so. */
export const verificationLinks = sqliteTable(
  "verification_links",
  {
    /** SHA-256 of the token. */
    tokenHash: text().primaryKey(),
    email: text().notNull(),
    /** Which registration the mail was sent for: also the id of the account that it becomes. */
    registrationId: text().notNull(),
    /** Where the person was going when the mail was asked for. */
    redirectTo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (links) => [
    index("verification_links_by_email").on(links.email),
    index("verification_links_by_expiry").on(links.expiresAt),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the token; the token itself is only ever with its owner. */
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ["client", "plumber", "admin"] }).notNull(),
    createdAt: instant().notNull(),
    refreshedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (sessions) => [index("sessions_by_user").on(sessions.userId), index("sessions_by_expiry").on(sessions.expiresAt)],
);

/** What opens one socket of an API client: once, within seconds. */
export const socketTickets = sqliteTable(
  "socket_tickets",
  {
    /** SHA-256 of the ticket. */
    ticketHash: text().primaryKey(),
    sessionHash: text()
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
  },
  (tickets) => [
    index("socket_tickets_by_expiry").on(tickets.expiresAt),
    index("socket_tickets_by_session").on(tickets.sessionHash),
  ],
);

/** Requests of API clients that carry an Idempotency-Key, with the answer that each got (`values/idempotency.server.ts`). */
export const idempotentRequests = sqliteTable(
  "idempotent_requests",
  {
    /** Made of whose request it is and of the key; neither can be read from it. */
    requestId: text().primaryKey(),
    /** Tells whether the same was asked. */
    contentHash: text().notNull(),
    /** Who works on it, and until when nobody else may. */
    claimId: text().notNull(),
    claimedUntil: instant().notNull(),
    /** The answer, sealed with the client's own key; null while it is worked on. */
    answer: text(),
    createdAt: instant().notNull(),
  },
  (requests) => [index("idempotent_requests_by_age").on(requests.createdAt)],
);

export const emailTokens = sqliteTable(
  "email_tokens",
  {
    tokenHash: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Links that verify an email stood here once, with where they lead on to; now they have a table of their own. */
    purpose: text({ enum: ["reset"] }).notNull(),
    redirectTo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (tokens) => [
    check("email_tokens_purpose", sql`${tokens.purpose} in ('verify', 'reset')`),
    index("email_tokens_by_user").on(tokens.userId, tokens.purpose),
    index("email_tokens_by_expiry").on(tokens.expiresAt),
  ],
);

/** Photos in R2 that no account holds: not yet, or no longer. A cron run deletes them after 24 hours. */
export const stagedPhotos = sqliteTable(
  "staged_photos",
  {
    photoKey: text().primaryKey(),
    createdAt: instant().notNull(),
  },
  (photos) => [index("staged_photos_by_age").on(photos.createdAt)],
);

export const bookings = sqliteTable(
  "bookings",
  {
    id: id(),
    reference: text().notNull(),
    clientId: text()
      .notNull()
      .references(() => users.id),
    /** Null: an unassigned request, for the desk to give to a plumber. */
    plumberId: text().references(() => users.id),
    /** Whom the client asked for, while the desk has yet to give the request to anybody: it holds no slot. */
    preferredPlumberId: text().references(() => users.id),
    status: text({ enum: ["pending", "confirmed", "in-progress", "completed", "cancelled", "refused"] }).notNull(),
    /** Date and time text are computed from this instant in the one time zone of the product. */
    startsAt: instant().notNull(),
    /** The order of open bookings as one ascending key that a page can continue from: what is in progress first, then by start. */
    openOrder: integer({ mode: "number" }).generatedAlwaysAs(
      sql`starts_at - 10000000000000 * (status = 'in-progress')`,
      { mode: "virtual" },
    ),
    serviceType: text(),
    location: text(),
    notes: text(),
    title: text(),
    report: text(),
    /** When the plumber first took note of the booking. */
    seenAt: instant(),
    /** When its client reviewed it: with it, what waits for a review is found without looking at the rest. */
    reviewedAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When both sides were reminded a day and two hours ahead, or it was too late for that. */
    remindedDayAt: instant(),
    remindedHoursAt: instant(),
    /** A new start that one side has proposed and the other not yet answered, and how many there were. */
    proposedStart: instant(),
    proposedBy: text({ enum: ["client", "plumber"] }),
    proposals: figure(),
    /** How often the plumber was reminded of a request without an answer. */
    nudges: figure(),
    /** The plumber's city when the booking was given to them (`cityKey`); of a request without one, the city that its place names, or null. */
    cityKey: text(),
    /** When the present plumber was asked: at the request, or when the desk gave it to them. */
    askedAt: instant(),
  },
  (bookings) => [
    check(
      "bookings_status",
      sql`${bookings.status} in ('pending', 'confirmed', 'in-progress', 'completed', 'cancelled', 'refused')`,
    ),
    uniqueIndex("bookings_reference").on(bookings.reference),
    uniqueIndex("bookings_slot")
      .on(bookings.plumberId, bookings.startsAt)
      .where(sql`status in ('pending', 'confirmed', 'in-progress')`),
    index("bookings_by_client").on(bookings.clientId, bookings.startsAt, bookings.id),
    index("bookings_by_plumber").on(bookings.plumberId, bookings.startsAt, bookings.id),
    index("bookings_open_by_client")
      .on(bookings.clientId, bookings.status, bookings.startsAt)
      .where(sql`status in ('pending', 'confirmed', 'in-progress')`),
    // In the words of the lists' filters (`booking-lists.server.ts`).
    index("bookings_called_off_by_client")
      .on(bookings.clientId, bookings.startsAt, bookings.id)
      .where(sql`status in ('cancelled', 'refused')`),
    index("bookings_called_off_by_plumber")
      .on(bookings.plumberId, bookings.startsAt, bookings.id)
      .where(sql`status in ('cancelled', 'refused')`),
    index("bookings_open_by_client_in_order")
      .on(bookings.clientId, bookings.openOrder, bookings.id)
      .where(sql`status in ('pending', 'confirmed', 'in-progress')`),
    index("bookings_open_by_plumber_in_order")
      .on(bookings.plumberId, bookings.openOrder, bookings.id)
      .where(sql`status in ('pending', 'confirmed', 'in-progress')`),
    index("bookings_closed_by_client")
      .on(bookings.clientId, bookings.startsAt, bookings.id)
      .where(sql`status in ('completed', 'cancelled', 'refused')`),
    index("bookings_closed_by_plumber")
      .on(bookings.plumberId, bookings.startsAt, bookings.id)
      .where(sql`status in ('completed', 'cancelled', 'refused')`),
    index("bookings_completed_by_client")
      .on(bookings.clientId, bookings.startsAt, bookings.id)
      .where(sql`status = 'completed'`),
    index("bookings_kept_by_plumber")
      .on(bookings.plumberId, bookings.startsAt, bookings.id)
      .where(sql`status in ('pending', 'confirmed', 'in-progress', 'completed')`),
    index("bookings_to_remind_a_day")
      .on(bookings.startsAt)
      .where(sql`status = 'confirmed' and reminded_day_at is null`),
    index("bookings_to_remind_hours")
      .on(bookings.startsAt)
      .where(sql`status = 'confirmed' and reminded_hours_at is null`),
    index("bookings_to_nudge_since")
      .on(bookings.nudges, bookings.askedAt)
      .where(sql`status = 'pending' and plumber_id is not null`),
    index("bookings_unseen")
      .on(bookings.plumberId, bookings.startsAt, bookings.id)
      .where(sql`seen_at is null`),
    index("bookings_to_review")
      .on(bookings.clientId, bookings.startsAt)
      .where(sql`status = 'completed' and reviewed_at is null`),
    index("bookings_to_review_by_plumber")
      .on(bookings.clientId, bookings.plumberId, bookings.startsAt)
      .where(sql`status = 'completed' and reviewed_at is null`),
    index("bookings_by_creation").on(bookings.createdAt, bookings.id),
    // The desk's filters, each of which may stand alone or with a state.
    index("bookings_by_start").on(bookings.startsAt, bookings.id),
    index("bookings_by_status").on(bookings.status, bookings.startsAt, bookings.id),
    index("bookings_by_city").on(bookings.cityKey, bookings.startsAt, bookings.id),
    index("bookings_by_city_and_status").on(bookings.cityKey, bookings.status, bookings.startsAt, bookings.id),
    index("bookings_by_plumber_and_status").on(bookings.plumberId, bookings.status, bookings.startsAt, bookings.id),
    index("bookings_unanswered_since")
      .on(bookings.askedAt, bookings.id)
      .where(sql`status = 'pending' and plumber_id is not null`),
    index("bookings_pending_by_start")
      .on(bookings.startsAt)
      .where(sql`status = 'pending'`),
    index("bookings_unassigned")
      .on(bookings.startsAt, bookings.id)
      .where(sql`plumber_id is null and status = 'pending'`),
  ],
);

/** What happened to a booking, who did it and when: one row for each transition, the request itself first. */
export const bookingEvents = sqliteTable(
  "booking_events",
  {
    id: id(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    event: text({
      enum: [
        "request",
        "confirm",
        "refuse",
        "cancel",
        "start",
        "complete",
        "expire",
        "assign",
        "propose",
        "accept",
        "decline",
      ],
    }).notNull(),
    actorRole: text({ enum: ["client", "plumber", "admin", "system"] }).notNull(),
    /** Null: the system itself. */
    actorId: text().references(() => users.id),
    toStatus: text().notNull(),
    /** Why, in the words of whoever did it; both sides read it. Of an assignment, the plumber's id. */
    reason: text(),
    at: instant().notNull(),
  },
  (events) => [index("booking_events_by_booking").on(events.bookingId, events.at, events.id)],
);

/** Mails written in the batch of their cause; a sender claims a row before it sends. */
export const mails = sqliteTable(
  "mails",
  {
    id: id(),
    kind: text().notNull(),
    /** The id of what caused it: with kind and recipient it can stand here once. */
    causeId: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Erased once sent (kept in local mode). */
    text: text(),
    html: text(),
    status: text({ enum: ["queued", "sent", "failed"] })
      .notNull()
      .default("queued"),
    attempts: figure(),
    nextAttemptAt: instant().notNull(),
    claimedUntil: instant(),
    lastError: text(),
    /** The provider's own code of the last error, like `E_RECIPIENT_SUPPRESSED`; null when it gave none. */
    lastErrorCode: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (mails) => [
    unique("mails_once").on(mails.causeId, mails.kind, mails.recipient),
    index("mails_due")
      .on(mails.nextAttemptAt)
      .where(sql`status = 'queued'`),
    index("mails_by_age").on(mails.createdAt, mails.id),
    index("mails_failed")
      .on(mails.createdAt, mails.id)
      .where(sql`status = 'failed'`),
    index("mails_by_recipient").on(mails.recipient),
  ],
);

/** How often somebody has tried something in the running window (`limits.ts`). */
export const rateLimitCounters = sqliteTable(
  "attempt_counters",
  {
    subject: text().primaryKey(),
    count: integer({ mode: "number" }).notNull(),
    windowEndsAt: instant().notNull(),
  },
  (counters) => [index("attempt_counters_by_end").on(counters.windowEndsAt)],
);

/** Figures of one day in Harare, for one plumber or (plumberId '') for the whole site. */
export const dailyTallies = sqliteTable(
  "daily_tallies",
  {
    day: text().notNull(),
    plumberId: text().notNull(),
    requested: figure(),
    confirmed: figure(),
    refused: figure(),
    cancelled: figure(),
    completed: figure(),
    signUps: figure(),
    reviews: figure(),
    ratingSum: figure(),
  },
  (tallies) => [primaryKey({ columns: [tallies.plumberId, tallies.day] })],
);

/**
 * Who may write to whom, one row for each side: from the first booking that two people share on, or from the first
 * message with an admin. Carries what that side's list of conversations shows.
 */
export const contacts = sqliteTable(
  "contacts",
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    otherId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The same for both sides (`conversationIdOf`). */
    conversationId: text().notNull(),
    /** When the two were introduced or last wrote: the order of the list. */
    activeAt: instant().notNull(),
    /** The last message that this side has read, and how many from the other side came after it. */
    readSeq: figure(),
    unread: figure(),
    /** When the oldest unread message came, and the last one that a mail has told of. */
    unreadSince: instant(),
    emailedSeq: figure(),
    emailedAt: instant(),
  },
  (contacts) => [
    primaryKey({ columns: [contacts.userId, contacts.otherId] }),
    index("contacts_by_activity").on(contacts.userId, contacts.activeAt, contacts.otherId),
    index("contacts_unread")
      .on(contacts.unreadSince)
      .where(sql`unread > 0`),
  ],
);

export const messages = sqliteTable(
  "messages",
  {
    /** The order in which messages were accepted: pages and catch-up go by it. */
    seq: integer({ mode: "number" }).primaryKey({ autoIncrement: true }),
    /** Made by the sender's page: the same one again is the same message. */
    id: text().notNull(),
    conversationId: text().notNull(),
    senderId: text()
      .notNull()
      .references(() => users.id),
    recipientId: text()
      .notNull()
      .references(() => users.id),
    content: text().notNull(),
    createdAt: instant().notNull(),
  },
  (messages) => [
    uniqueIndex("messages_once").on(messages.senderId, messages.id),
    index("messages_by_conversation").on(messages.conversationId, messages.seq),
  ],
);

export const reviews = sqliteTable(
  "reviews",
  {
    id: id(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id),
    clientId: text()
      .notNull()
      .references(() => users.id),
    plumberId: text()
      .notNull()
      .references(() => users.id),
    rating: integer({ mode: "number" }).notNull(),
    comment: text(),
    createdAt: instant().notNull(),
    /** What the plumber has answered, in public and once. */
    answer: text(),
    answeredAt: instant(),
    /** Taken out of sight by the desk: it counts in no rating, its text stays as it was written. */
    hiddenAt: instant(),
    hiddenReason: text(),
    /** Since when it is reported without the desk having decided. */
    reportedAt: instant(),
  },
  (reviews) => [
    check("reviews_rating", sql`${reviews.rating} between 1 and 5`),
    uniqueIndex("reviews_once").on(reviews.bookingId),
    index("reviews_quotable")
      .on(reviews.createdAt)
      .where(sql`rating = 5 and comment is not null and hidden_at is null`),
    index("reviews_shown")
      .on(reviews.plumberId, reviews.createdAt, reviews.id)
      .where(sql`hidden_at is null`),
    index("reviews_by_plumber").on(reviews.plumberId, reviews.createdAt, reviews.id),
    index("reviews_by_age").on(reviews.createdAt, reviews.id),
    index("reviews_reported")
      .on(reviews.reportedAt, reviews.id)
      .where(sql`reported_at is not null`),
    index("reviews_hidden")
      .on(reviews.hiddenAt, reviews.id)
      .where(sql`hidden_at is not null`),
    index("reviews_by_client").on(reviews.clientId, reviews.createdAt, reviews.id),
  ],
);

/** What one client has given one plumber in visible reviews: each pair counts in the rank once, by its mean (product.md, Limits). */
export const ratedPairs = sqliteTable(
  "rated_pairs",
  {
    plumberId: text()
      .notNull()
      .references(() => users.id),
    clientId: text()
      .notNull()
      .references(() => users.id),
    /** Hidden reviews do not count here; the row of a pair that has no others stays, with none. */
    ratingSum: figure(),
    ratingCount: figure(),
    /** The mean in 720,720ths of a star (`RATING_UNIT`): a whole number for up to 16 reviews of a pair. */
    mean: integer({ mode: "number" }).generatedAlwaysAs(
      sql`iif(rating_count = 0, 0, 720720 * rating_sum / rating_count)`,
      { mode: "virtual" },
    ),
  },
  (pairs) => [primaryKey({ columns: [pairs.plumberId, pairs.clientId] })],
);

/** Who finds that the desk should look at a review, and why: each person once. */
export const reviewReports = sqliteTable(
  "review_reports",
  {
    reviewId: text()
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    reporterId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    reason: text().notNull(),
    at: instant().notNull(),
  },
  (reports) => [primaryKey({ columns: [reports.reviewId, reports.reporterId] })],
);

/** What visitors write through the forms of the public pages: the desk's inbox. */
export const enquiries = sqliteTable(
  "enquiries",
  {
    id: id(),
    topic: text({ enum: ["contact", "home", "quote", "appointment"] }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    /** The chosen category, or what the writer called it. */
    subject: text(),
    message: text().notNull(),
    createdAt: instant().notNull(),
    doneAt: instant(),
    /** The admin who has taken it on. */
    assignedTo: text().references(() => users.id),
    /** What was answered by mail. */
    answer: text(),
    answeredAt: instant(),
  },
  (enquiries) => [
    check("enquiries_topic", sql`${enquiries.topic} in ('contact', 'home', 'quote', 'appointment')`),
    index("enquiries_open")
      .on(enquiries.createdAt, enquiries.id)
      .where(sql`done_at is null`),
    index("enquiries_done")
      .on(enquiries.doneAt, enquiries.id)
      .where(sql`done_at is not null`),
  ],
);

/** What an admin did to whom, before and after: one row in the batch of each write of the desk. */
export const auditLog = sqliteTable(
  "admin_actions",
  {
    id: id(),
    adminId: text()
      .notNull()
      .references(() => users.id),
    action: text().notNull(),
    subjectKind: text({ enum: SUBJECT_KINDS }).notNull(),
    subjectId: text().notNull(),
    /** JSON of what has changed, or null. Users stand in it by their ids: who is erased must not stay named here. */
    before: text(),
    after: text(),
    reason: text(),
    at: instant().notNull(),
  },
  (actions) => [
    index("admin_actions_by_age").on(actions.at, actions.id),
    index("admin_actions_by_subject").on(actions.subjectId, actions.at, actions.id),
    index("admin_actions_by_admin").on(actions.adminId, actions.at, actions.id),
  ],
);

/** What the desk has set, and what the system has noted of itself, by name. */
export const notes = sqliteTable("notes", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: instant().notNull(),
});
