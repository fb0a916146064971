import { beforeAll, describe, expect, test } from "vitest";
import { auditLog } from "~/db/schema";
import { fullName } from "~/domain/values/user";
import { visit } from "../support/site";

import {
  cookieOf,
  ONLOOKERS,
  outcomeOf,
  ownClientOnly,
  ownPlumberOnly,
  seedOnlookers,
  town,
  type Outcome,
  type Row,
} from "../support/onlookers";

beforeAll(seedOnlookers);

// What a form may do, and to whose booking.
const FORMS: { name: string; path: () => string; form: Record<string, string>; row: Row }[] = [
  {
    name: "let a request expire",
    path: () => `/plumber-dashboard/jobs/${town.pending}`,
    form: { intent: "expire" },
    row: { ...ownPlumberOnly, plumber: "404" },
  },
  {
    name: "confirm a job of another plumber",
    path: () => `/plumber-dashboard/jobs/${town.pending}`,
    form: { intent: "confirm" },
    row: { ...ownPlumberOnly, plumber: "elsewhere" },
  },
  {
    name: "cancel a booking of another client",
    path: () => `/client-dashboard/bookings/${town.pending}/cancel`,
    form: {},
    row: { ...ownClientOnly, client: "elsewhere" as Outcome },
  },
  {
    name: "confirm as its client",
    path: () => `/client-dashboard/bookings/${town.pending}/confirm`,
    form: {},
    row: { ...ownClientOnly, client: "404" },
  },
  {
    name: "mark another plumber's booking as seen",
    path: () => "/plumber-dashboard/notifications",
    form: { booking: "BOOKING" },
    row: { ...ownPlumberOnly, plumber: "elsewhere" },
  },
];

// Every form of the office: for everyone else it doesn't exist. office-pages.test.ts and its neighbours say what it does for an admin.
const OFFICE_FORMS: [name: string, path: () => string, form: () => Record<string, string>][] = [
  [
    "give a booking away",
    () => `/admin-dashboard/dispatch/${town.request}`,
    () => ({ plumber: town.plumber.id, from: "" }),
  ],
  ["remind from Dispatch", () => "/admin-dashboard/dispatch", () => ({ intent: `remind:${town.pending}` })],
  [
    "cancel chosen bookings",
    () => "/admin-dashboard/bookings/chosen/cancel",
    () => ({ id: town.pending, reason: "R" }),
  ],
  ["save a view", () => "/admin-dashboard/lists/bookings", () => ({ intent: "save", name: "Mine" })],
  ["retitle a booking", () => `/admin-dashboard/bookings/${town.pending}`, () => ({ title: "Mine" })],
  ["book for a caller", () => "/admin-dashboard/bookings/new", () => ({ client: town.client.id })],
  [
    "change the time of a booking",
    () => `/admin-dashboard/bookings/${town.pending}/reschedule`,
    () => ({ appointmentDate: "2030-01-01", appointmentTime: "10:00 am" }),
  ],
  ["start a job", () => `/admin-dashboard/bookings/${town.confirmed}/start`, () => ({})],
  ["complete a job", () => `/admin-dashboard/bookings/${town.confirmed}/complete`, () => ({})],
  ["cancel a booking", () => `/admin-dashboard/bookings/${town.pending}/cancel`, () => ({})],
  ...(
    [
      "suspend",
      "restore",
      "approve",
      "ask-papers",
      "finish-papers",
      "refuse",
      "offer-account",
      "consent",
      "end-consent",
      "make-admin",
      "revoke-admin",
      "erase",
    ] as const
  ).map((action): (typeof OFFICE_FORMS)[number] => [
    `${action} somebody`,
    () => `/admin-dashboard/people/${town.otherClient.id}/${action}`,
    () => ({ sure: "on", email: "new@example.test", words: "Yes" }),
  ]),
  ...(["verify", "resend"] as const).map((action): (typeof OFFICE_FORMS)[number] => [
    `${action} a registration`,
    () => `/admin-dashboard/registrations/${town.waiting.id}/${action}`,
    () => ({}),
  ]),
  [
    "hide a photo",
    () => `/admin-dashboard/bookings/${town.pending}/photos`,
    () => ({ intent: `hide:${"0".repeat(24)}` }),
  ],
  ["hide a review", () => `/admin-dashboard/reviews/${town.review}/hide`, () => ({ reason: "No" })],
  ["keep a review", () => "/admin-dashboard/reviews", () => ({ intent: `keep:${town.review}` })],
  ["resolve a dispute", () => "/admin-dashboard/disputes", () => ({ intent: "resolve:any", booking: town.reviewed })],
  ["answer a message", () => `/admin-dashboard/inbox/${town.enquiry}`, () => ({ answer: "Yes" })],
  ["close a message", () => `/admin-dashboard/inbox/${town.enquiry}`, () => ({ intent: "close" })],
  [
    "record a check",
    () => `/admin-dashboard/vetting/${town.otherPlumber.id}`,
    () => ({ kind: "identity", note: "Seen", nameKey: fullName(town.otherPlumber).toLowerCase() }),
  ],
  ["remove a check", () => `/admin-dashboard/vetting/${town.otherPlumber.id}`, () => ({ intent: "remove:identity" })],
  ["switch approval", () => "/admin-dashboard/settings", () => ({ form: "approval", approval: "on" })],
  ["send an email again", () => "/admin-dashboard/system", () => ({ intent: "resend:any" })],
  [
    "write to somebody",
    () => `/admin-dashboard/messages/${town.client.id}`,
    () => ({ id: "a-message-id", content: "Hello" }),
  ],
];

describe.each(OFFICE_FORMS)("for admins: %s", (_, path, form) => {
  test.each(ONLOOKERS.filter((viewer) => viewer !== "admin"))(
    "as %s it does not exist, and nothing is logged",
    async (viewer) => {
      const before = await town.context.db.$count(auditLog);
      const response = await visit(path(), { cookie: cookieOf(viewer), form: form() });
      expect(outcomeOf(response)).toBe(viewer === "visitor" ? "signin" : "404");
      // The same response as for a page that does not exist.
      const nowhere = await visit("/admin-dashboard/no/such/page", { cookie: cookieOf(viewer) });
      expect(outcomeOf(nowhere)).toBe(outcomeOf(response));
      expect(await town.context.db.$count(auditLog)).toBe(before);
    },
  );
});

describe.each(FORMS)("form: $name", ({ path, form, row }) => {
  test.each(ONLOOKERS)("as %s", async (viewer) => {
    const filled = Object.fromEntries(
      Object.entries(form).map(([name, value]) => [name, value === "BOOKING" ? town.pending : value]),
    );
    const response = await visit(path(), { cookie: cookieOf(viewer), form: filled });
    expect(outcomeOf(response)).toBe(row[viewer] ?? row.all);
  });
});
