import type {
  auditLog,
  bookingEvents,
  bookings,
  consents,
  disputes,
  enquiries,
  notices,
  reviewReports,
  users,
} from "../../app/db/schema";
import { DISPUTE_EVENTS } from "../../app/domain/bookings/dispute";
import { DAY, HOUR, MINUTE, type Instant } from "../../app/domain/time/harare";

// Demo data: what the office has to deal with.

/** Messages from the public forms, the newest an hour old. */
export const planEnquiries = (now: Instant): (typeof enquiries.$inferInsert)[] => [
  {
    id: "demoenquiry01",
    topic: "contact",
    name: "Blessing Ncube",
    email: "blessing@example.test",
    phone: "+263772111222",
    subject: "Bathroom Plumbing",
    message: "Do you also tile a bathroom, or the pipes only? It is about six square metres in Mount Pleasant.",
    createdAt: now - HOUR,
  },
  {
    id: "demoenquiry02",
    topic: "quote",
    name: "Farai Gumbo",
    email: "farai@example.test",
    phone: null,
    subject: "Quote",
    message: "A new geyser of 150 litres for a house in Gweru: what would it cost with everything?",
    createdAt: now - 20 * HOUR,
  },
  {
    id: "demoenquiry03",
    topic: "home",
    name: "Rutendo Marufu",
    email: "rutendo@example.test",
    phone: "+263713000444",
    subject: "Thank you",
    message: "Your plumber was kind and quick. Please tell him.",
    createdAt: now - 3 * DAY,
    doneAt: now - 2 * DAY,
    assignedTo: "demoadmin",
  },
];

const DISPUTED: readonly string[] = DISPUTE_EVENTS.filter((event) => event !== "cancel");

/** What clients and plumbers disagree about (M5), from the history of their bookings. */
export const planDisputes = (events: (typeof bookingEvents.$inferInsert)[]): (typeof disputes.$inferInsert)[] =>
  events.flatMap(({ id, event, bookingId, at }) => {
    if (!DISPUTED.includes(event)) return [];
    const decided = events.find((one) => one.bookingId === bookingId && one.event === "decide" && one.at >= at);
    return { id, bookingId, openedAt: at, closedAt: decided?.at ?? null };
  });

/** What the office has done for a client who calls (B29): their bookings, and their consent to text messages. */
export function planCalls(callerId: string, rows: (typeof bookings.$inferInsert)[]) {
  const own = rows.filter(({ clientId }) => clientId === callerId);
  const at = Math.min(...own.map(({ createdAt }) => createdAt));
  const audit = { adminId: "demoadmin", before: null, reason: null };
  return {
    consent: {
      id: "democonsent01",
      userId: callerId,
      words: "Yes, send me a text message about my bookings.",
      adminId: "demoadmin",
      at,
    } satisfies typeof consents.$inferInsert,
    log: own.map(({ id, plumberId, createdAt }): typeof auditLog.$inferInsert => ({
      ...audit,
      id: `${id}-made`,
      action: "bookingMade",
      subjectKind: "booking",
      subjectId: id,
      after: JSON.stringify({ client: callerId, plumber: plumberId }),
      at: createdAt,
    })),
  };
}

/** What told plumbers of the requests that they have not answered: an email each, and a push to every second one. */
export const planRequestNotices = (
  requests: (typeof bookings.$inferInsert)[],
  plumbers: (typeof users.$inferInsert)[],
): (typeof notices.$inferInsert)[] =>
  requests.flatMap((request, index) => {
    const plumber = plumbers.find(({ id }) => id === request.plumberId);
    if (request.status !== "pending" || !plumber) return [];
    const askedAt = request.askedAt ?? request.createdAt;
    const notice = {
      topic: "requests",
      kind: "bookingRequested",
      causeId: request.id,
      userId: plumber.id,
      bookingId: request.id,
      subject: "New booking request",
      status: "sent",
      attempts: 1,
      nextAttemptAt: askedAt,
      createdAt: askedAt,
      sentAt: askedAt + MINUTE,
    } satisfies Partial<typeof notices.$inferInsert>;
    const email = { ...notice, id: `${request.id}-email`, channel: "email", recipient: plumber.email! } as const;
    const deliveredAt = askedAt + 2 * MINUTE;
    return index % 2 === 0
      ? [{ ...email, deliveredAt }]
      : [
          email,
          { ...notice, id: `${request.id}-push`, channel: "push", recipient: `${plumber.id}-phone`, deliveredAt },
        ];
  });

/** An email that no provider accepted. */
export const planFailedNotices = (now: Instant): (typeof notices.$inferInsert)[] => [
  {
    id: "demomail01",
    topic: "account",
    channel: "email",
    kind: "alreadyRegistered",
    causeId: "demo",
    recipient: "nobody@example.test",
    subject: "You already have an account at Pombi",
    facts: "{}",
    status: "failed",
    attempts: 6,
    nextAttemptAt: now - 5 * HOUR,
    lastError: "550 No such mailbox (demo data)",
    createdAt: now - 20 * HOUR,
  },
];

/** A review that a plumber has reported. */
export const planReport = (reviewId: string, reporterId: string, now: Instant): typeof reviewReports.$inferInsert => ({
  reviewId,
  reporterId,
  reason: "It is not about this job: That was another plumber.",
  at: now - 90 * MINUTE,
});
