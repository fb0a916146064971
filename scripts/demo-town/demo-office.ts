import type { enquiries, emails, reviewReports } from "../../app/db/schema";
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

/** An email that no provider accepted. */
export const planFailedEmails = (now: Instant): (typeof emails.$inferInsert)[] => [
  {
    id: "demomail01",
    kind: "bookingRequested",
    causeId: "demo",
    recipient: "nobody@example.test",
    subject: "New booking request",
    text: "Demo data.",
    html: null,
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
