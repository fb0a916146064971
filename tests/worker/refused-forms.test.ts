import { expect, test } from "vitest";
import { parseHTML } from "linkedom/worker";
import { wordsOf } from "../support/pages";
import { visit } from "../support/site";
import { seedTownForAdmin, startFields, VISIT, type TownUser } from "../support/town";

// A refused form has a summary that links to its fields, with the same words beside each (F2), on every kind of page.

const town = await seedTownForAdmin();
const { plumber, pending, confirmed, request, reviewed, cookies } = town;
const appointment = `/appointment/${plumber.id}`;
const job = (id: string) => `/plumber-dashboard/jobs/${id}`;
const office = (id: string) => `/admin-dashboard/bookings/${id}`;
const LONG = "x".repeat(5000);

interface Case {
  path: string;
  who?: TownUser;
  form: Record<string, string>;
  /** The texts of its summary. */
  texts: string[];
}

const DATE_FORMS = "Please write 2 December 2026 as 02.12.2026 or 2026-12-02.";
const ONE_LEFT_OUT = { ...VISIT, ...startFields(town.starts.at(-4)!), street: "" };

const CASES: Record<string, Case> = {
  "the appointment page of everything left out": {
    path: appointment,
    who: "otherClient",
    form: {},
    texts: [
      "Please select a day.",
      "Please select a time slot.",
      "Please choose what the problem is.",
      "Please give the suburb.",
      "Please give the street, or a landmark.",
    ],
  },
  "the appointment page of notes that are too long": {
    path: appointment,
    who: "otherClient",
    form: { ...ONE_LEFT_OUT, notes: LONG },
    texts: ["Please give the street, or a landmark.", "Please use at most 1,000 characters."],
  },
  "a request to the office": {
    path: "/client-dashboard/book",
    who: "client",
    form: { ...ONE_LEFT_OUT, appointmentDate: "2. Dezember", street: "1 Road" },
    texts: [DATE_FORMS],
  },
  "a new time among the free ones": {
    path: `/client-dashboard/bookings/${pending}/reschedule`,
    who: "client",
    form: { appointmentDate: "2026-02-30", appointmentTime: "25:00" },
    texts: ["This date doesn't exist. Please choose another.", "This is no time of day. Please choose another."],
  },
  "another day for a new time": {
    path: `/client-dashboard/bookings/${pending}/reschedule`,
    who: "client",
    form: { appointmentTime: "10:30 am", otherDate: "31/02/2027" },
    texts: ["This date doesn't exist. Please choose another."],
  },
  "a new time of a request without a plumber": {
    path: `/client-dashboard/bookings/${request}/reschedule`,
    who: "client",
    form: { appointmentTime: "10:30 am", appointmentDate: "soon" },
    texts: [DATE_FORMS],
  },
  "a move on the board": {
    path: `/admin-dashboard/board/${confirmed}`,
    who: "admin",
    form: {
      plumber: plumber.id,
      from: plumber.id,
      fromStart: "0",
      appointmentTime: "10:30 am",
      appointmentDate: "soon",
    },
    texts: [DATE_FORMS],
  },
  "a report": {
    path: `${job(reviewed)}/report`,
    who: "plumber",
    form: { report: LONG },
    texts: ["Please use at most 1,000 characters."],
  },
  "a title": {
    path: office(confirmed),
    who: "admin",
    form: { title: LONG },
    texts: ["Please use at most 60 characters."],
  },
  "a photo": {
    path: `${job(confirmed)}/photos`,
    who: "plumber",
    form: { form: "photo", kind: "after", uploadId: "a".repeat(24) },
    texts: ["Please choose a photo."],
  },
  "a webhook": {
    path: "/client-dashboard/settings/programs",
    who: "client",
    form: { form: "addWebhook", intent: "addWebhook", url: "http://x" },
    texts: ["Please choose one at least."],
  },
  "a registration": {
    path: "/signup",
    form: { role: "client", name: "Rudo", username: "Own", email: "rudo@new.test", password: "a fine password" },
    texts: ["You must accept the terms and policy."],
  },
};

test.each(Object.entries(CASES))("%s, refused, links from its summary to each field", async (_, one) => {
  const { path, who, form, texts } = one;
  const response = await visit(path, { cookie: who && cookies[who], form });
  expect(response.status).toBe(400);
  const { document } = parseHTML(await response.text());
  const links = [...document.querySelectorAll("[role=alert][autofocus] a")];
  expect(links.map((link) => wordsOf(link))).toEqual(texts);
  for (const link of links) {
    const id = link.getAttribute("href")!.slice(1);
    const field = document.getElementById(id);
    expect(field?.matches("input, select, textarea, [tabindex]"), id).toBe(true);
    expect(field?.getAttribute("aria-invalid") ?? field?.tagName, id).toMatch(/true|FIELDSET/);
    const described = field?.getAttribute("aria-describedby")?.split(" ") ?? [];
    const beside = described.map((each) => wordsOf(document.getElementById(each)));
    expect(beside, id).toContain(wordsOf(link));
  }
});
