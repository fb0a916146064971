import { expect, test, beforeAll } from "vitest";
import { eq } from "drizzle-orm";
import { readSearch, searchBookings, searchUsers } from "./search.server";
import { foldName } from "~/db/folding";
import { bookingEvents, users } from "~/db/schema";
import { admin, context, createBooking, db, now, plumber, seedPayers } from "../../../../tests/support/money";
import { textOf, visit } from "../../../../tests/support/site";
import { createUser, signedIn } from "../../../../tests/support/users";
import type { BookingStatus } from "../../bookings/booking";
import { DAY, HOUR, MINUTE } from "../../time/harare";
import { newId } from "../../values/id";

test.each([
  ["Chipo O’Neill", { text: "chipo o'neill", name: "chipo oneill", phone: null, reference: null }],
  [
    "Renée Müller-Nuñez\u200b",
    { text: "renee muller-nunez", name: "renee muller nunez", phone: null, reference: null },
  ],
  ["PB\u20117K3QF2", { text: "pb-7k3qf2", phone: null, reference: "PB-7K3QF2" }],
  ["\u202a0772.123\u2011456\u202c", { text: "0772.123-456", phone: "+263772123456", reference: null }],
  ["+263 0772 12", { text: "+263 0772 12", phone: "+26377212", reference: null }],
  ["Tendai", { text: "tendai", phone: null, reference: "PB-TENDAI" }],
  ["  Moyo   Tendai ", { text: "moyo tendai", phone: null, reference: null }],
  ["PB-7K3QF2", { text: "pb-7k3qf2", phone: null, reference: "PB-7K3QF2" }],
  ["pb 7k3", { text: "pb 7k3", phone: null, reference: "PB-7K3" }],
  ["7k3qf2", { text: "7k3qf2", phone: null, reference: "PB-7K3QF2" }],
  ["0772 123 456", { text: "0772 123 456", phone: "+263772123456", reference: null }],
  ["+263 772", { text: "+263 772", phone: null, reference: null }],
  ["+263 7721", { text: "+263 7721", phone: "+2637721", reference: null }],
  ["00263772123456", { text: "00263772123456", phone: "+263772123456", reference: null }],
  ["tel:+263772123456", { phone: "+263772123456" }],
  ["https://wa.me/447700900123", { phone: "+447700900123" }],
  ["Anna - Maria", { name: "anna maria" }],
  ["Łukasz", { name: "lukasz" }],
  ["--", { name: "" }],
  ["077", { text: "077", phone: null, reference: null }],
  ["a@b.co", { text: "a@b.co", phone: null, reference: null }],
  ["Chipo Dube 0772 123 456", { name: "chipo dube", phone: "+263772123456", phoneEnd: "772123456" }],
  ["+263-772-123456 Chipo", { name: "chipo", phone: "+263772123456" }],
  [
    "12 King George Road",
    { name: "12 king george road", phone: null, phoneEnd: null, street: "king george road", house: "12" },
  ],
  ["123456", { phoneEnd: "123456", receipt: 123456 }],
  ["12345", { phoneEnd: null, receipt: 12345 }],
  ["PR-1042", { receipt: 1042, phone: null }],
  ["pr 1042", { receipt: 1042 }],
  // Longer than any name.
  ["x".repeat(5000), { text: "x".repeat(100) }],
])("a search for '%s' is read", (given, search) => expect(readSearch(given)).toMatchObject(search));

test.each([null, "", " ", "a", "  x "])("a search for '%s' is too short", (given) =>
  expect(readSearch(given)).toBeNull(),
);

test.each([
  { firstName: "Seán", lastName: "O’Neill", typed: ["oneill", "O'Neill", "o’neill sean", "Sean ONeill"] },
  {
    firstName: "Anna-Maria",
    lastName: "Banda",
    typed: ["anna maria", "Anna-Maria", "anna–maria banda", "banda anna maria"],
  },
  { firstName: "Łukasz", lastName: "Żak", typed: ["lukasz", "Łukasz", "zak", "LUKASZ ZAK"] },
  { firstName: "Đorđe", lastName: "Dvořák-Æbø", typed: ["dord", "dvorak aebo"] },
  { firstName: "Günther", lastName: "Weiß", typed: ["gunther weiss", "GÜNTHER"] },
])("$firstName $lastName is found by each way of typing the name", async ({ firstName, lastName, typed }) => {
  const { id } = await createUser(context, "client", { firstName, lastName });
  for (const words of typed) {
    const found = await searchUsers(db, readSearch(words)!);
    expect(
      found.map((user) => user.id),
      words,
    ).toContain(id);
  }
  const stored = await db.select({ name: users.searchName }).from(users).where(eq(users.id, id));
  expect(stored).toEqual([{ name: foldName(`${firstName} ${lastName}`) }]);
});

test("an email is found by its own dashes and quotes, and a phone by a copied link", async () => {
  const email = "anna-o'brien@search.test";
  const { id } = await createUser(context, "client", { email, phone: "+263772998877" });
  for (const words of ["anna-o'b", "tel:+263-77-299-8877", "https://wa.me/263772998877"])
    expect(
      (await searchUsers(db, readSearch(words)!)).map((user) => user.id),
      words,
    ).toContain(id);
});

type Happening = Pick<typeof bookingEvents.$inferInsert, "event" | "actorRole" | "actorId">;

beforeAll(seedPayers);

async function job(status: BookingStatus, ...happenings: [minutes: number, happening: Happening][]) {
  const bookingId = await createBooking({ status });
  await db.insert(bookingEvents).values(
    [[0, { event: "request", actorRole: "client", actorId: null }] as const, ...happenings].map(
      ([minutes, what], at) => ({
        id: newId(),
        bookingId,
        seq: at + 1,
        toStatus: status,
        at: now + minutes * MINUTE,
        ...what,
      }),
    ),
  );
}

test("a plumber's figures count an expired request as not accepted, and no client's cancellation", async () => {
  const by = (actorRole: Happening["actorRole"], event: Happening["event"]): Happening => ({
    event,
    actorRole,
    actorId: actorRole === "plumber" ? plumber.id : null,
  });
  await job("completed", [10, by("plumber", "confirm")], [600, by("plumber", "complete")]);
  await job("cancelled", [30, by("plumber", "confirm")], [60, by("client", "cancel")]);
  await job("cancelled", [40, by("plumber", "confirm")], [60, by("plumber", "cancel")]);
  await job("refused", [20, by("plumber", "refuse")]);
  await job("refused", [120, by("system", "expire")]);
  await job("confirmed", [5, by("admin", "confirm")]);
  await job("pending");
  const file = await visit(`/admin-dashboard/people/${plumber.id}`, { cookie: await signedIn(context, admin) });
  const text = (await textOf(file)).replace(/<svg.*?<\/svg>|<[^>]+>/g, " ").replace(/\s+/g, " ");
  const rates = ["Acceptance rate 60%", "Completion rate 25% excluding client cancellations"];
  for (const figure of [...rates, "Usual response time 25 min"]) expect(text).toContain(figure);
});

test("a search lists a client's bookings from today on, soonest first, then those before, latest first", async () => {
  const { id: clientId } = await createUser(context, "client", { firstName: "Nyaradzo" });
  const starts = [-2 * DAY, -DAY, -HOUR, 2 * HOUR, 3 * DAY, 9 * DAY].map((span) => now + span);
  await Promise.all(starts.map((startsAt) => createBooking({ clientId, startsAt })));
  const found = await searchBookings(db, readSearch("Nyaradzo")!, now);
  const [before, ago, ...ahead] = starts;
  expect(found.map(({ startsAt }) => startsAt)).toEqual([...ahead, ago, before]);
});
