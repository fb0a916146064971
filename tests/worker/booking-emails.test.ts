import { png } from "../support/png";
import { expect, test } from "vitest";
import { newId } from "~/domain/values/id";
import type { SignedInUser } from "~/domain/values/user";
import { photoFields } from "../support/job-photos";
import { emailsTo } from "../support/sign-up";
import { visit } from "../support/site";
import { book, makeTransition, seedTown, requestFields, VISIT } from "../support/town";
import { createUser, signedIn } from "../support/users";

// Notices that must not be lost come by email (N6): followed from the request with two photos to the confirmation.
const PHONES = { client: "+263772333444", plumber: "+263771555666" };
const town = await seedTown();
const client = await createUser(town.context, "client", { phone: PHONES.client });
const plumber = await createUser(town.context, "plumber", { phone: PHONES.plumber });

const emailOf = async (user: SignedInUser, kind: string) => {
  const email = (await emailsTo(town.context, user.email)).find((one) => one.kind === kind);
  return { text: email?.text ?? "", html: email?.html ?? "" };
};

const page = `/appointment/${plumber.id}`;
const answers = { ...requestFields(town.starts.at(-4)!), notes: "Ring at the blue gate" };
const cookie = await signedIn(town.context, client);
const image = await png(400, 300);
const addPhoto = (draft: string) => {
  const form = photoFields(image, { ...answers, intent: "photo", uploadId: newId() });
  return visit(page, { cookie: `${cookie}; ${draft}`, form });
};
const draft = (await addPhoto("")).headers.getSetCookie()[0]!.split(";")[0]!;
await addPhoto(draft);
const sent = await visit(page, { cookie: `${cookie}; ${draft}`, form: answers });
const id = sent.headers.get("Location")!.split("/").at(-1)!;
// Read at once: later the emails would tell the confirmation too.
const asked = await emailOf(plumber, "bookingRequested");
const received = await emailOf(client, "requestReceived");
await makeTransition(town.context, plumber, id, "confirm");

test("the request tells the plumber fee, suburb, notes and number of photos, but no street and no phone", async () => {
  const { text } = asked;
  expect(text).toMatch(/^Booking: PB-\w{6}$/m);
  expect(text).toMatch(/^Visit fee: \$\d+\.\d\d$/m);
  expect(text).toContain(`Where: ${VISIT.suburb}, Harare\n`);
  expect(text).toContain("Notes: Ring at the blue gate");
  expect(text).toContain("Photos: 2 of the problem");
  expect(text).toMatch(/\/answer\?token=[\w-]{43}$/m);
  expect(text).not.toContain(VISIT.street);
  expect(text).not.toMatch(/Phone:|\+263 77 233/);
});

test("the client reads the address and a link to the ticket, and the plumber's phone once confirmed", async () => {
  for (const [{ text, html }, station] of [
    [received, "Sent"],
    [await emailOf(client, "bookingTransitioned"), "Confirmed"],
  ] as const) {
    expect(text).toContain(`Where: ${VISIT.street}, ${VISIT.suburb}, Harare`);
    expect(text).toContain("Notes: Ring at the blue gate");
    expect(text).not.toContain("Photos:");
    expect(text).toContain(`/client-dashboard/bookings/${id}`);
    expect(text.includes("Phone: +263 77 155 5666")).toBe(station === "Confirmed");
    expect(text).not.toContain("+263 77 233");
    expect(html).toMatch(new RegExp(`font-weight:700[^>]*>${station}<`));
  }
});

test("the new plumber of a booking without a suburb reads the city of its address, not their own", async () => {
  const mover = await createUser(town.context, "plumber", { city: "Gweru" });
  const request = await book(town.context, client, plumber, town.starts.at(-6)!);
  const assigned = await visit(`/admin-dashboard/dispatch/${request}`, {
    cookie: town.cookies.admin,
    form: { plumber: mover.id, from: plumber.id },
  });
  expect(assigned.status).toBe(303);
  const { text } = await emailOf(mover, "bookingAssigned");
  expect(text).toContain("Where: Harare\n");
  expect(text).not.toContain("Gweru");
});
