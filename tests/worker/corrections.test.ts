import { expect, test } from "vitest";
import { formIn } from "../support/drawn-form";
import { createCaller } from "../support/users";
import { expectPage, textOf, visit } from "../support/site";
import { book, rowOf, seedTown, setBooking } from "../support/town";

const town = await seedTown();
const { context, cookies, pending, confirmed } = town;
const office = (path: string, form?: Record<string, string>) =>
  visit(`/admin-dashboard/${path}`, { cookie: cookies.admin, form });

test("a city that the plumber does not serve asks whether to reassign, and leads to Dispatch if so", async () => {
  const path = `bookings/${confirmed}/correct`;
  const drawn = formIn(await textOf(await office(path)), { street: "1 Secret Street" });
  const form = { ...drawn, serviceType: "Leak Fixing", city: "Bulawayo" };
  const asked = await textOf(await office(path, form));
  expect(asked).toContain("Tendai Own doesn&#x27;t work in this city. Who goes?");
  for (const button of ["Correct, and find another plumber", "Correct, the same plumber goes"])
    expect(asked).toContain(button);
  expect((await rowOf(context, confirmed)).city).not.toBe("Bulawayo");
  const done = await office(path, { ...form, intent: "reassign" });
  expect(done.headers.get("Location")).toBe(`/admin-dashboard/dispatch/${confirmed}`);
  expect((await rowOf(context, confirmed)).city).toBe("Bulawayo");
});

test("a client corrects street, suburb and notes from their booking's page, and neither service nor city", async () => {
  const page = `/client-dashboard/bookings/${pending}`;
  const send = (form: Record<string, string>) => visit(`${page}/correct`, { cookie: cookies.client, form });
  expect(await textOf(await visit(page, { cookie: cookies.client }))).toContain(`${page}/correct`);
  const html = await textOf(await visit(`${page}/correct`, { cookie: cookies.client }));
  const drawn = formIn(html, { street: "1 Secret Street" });
  const form = { ...drawn, street: "3 New Street", suburb: "Avondale", notes: "Ring twice" };
  expect((await send({ ...form, city: "Gweru", serviceType: "Inspection" })).status).toBe(303);
  expect(await rowOf(context, pending)).toMatchObject({
    street: "3 New Street",
    suburb: "Avondale",
    notes: "Ring twice",
    city: "Harare",
    serviceType: null,
  });
  await expectPage(send({ ...form, suburb: "" }), 400, "Suburb is required.", "3 New Street");
  const shown = await textOf(await visit(page, { cookie: cookies.client }));
  expect(shown).toContain("the street: “1 Secret Street” → “3 New Street”");
  const plumbers = await textOf(await visit(`/plumber-dashboard/jobs/${pending}`, { cookie: cookies.plumber }));
  expect(plumbers).toContain("Ring twice");
  expect(plumbers).not.toMatch(/Secret Street|New Street/);
  await setBooking(context, pending, { startsAt: context.now - 1 });
  expect(await textOf(await visit(page, { cookie: cookies.client }))).not.toContain(`${page}/correct`);
});

test("what a program's booking never said does not have to be said to correct the rest", async () => {
  await setBooking(context, confirmed, { serviceType: null, suburb: null, city: null });
  const path = `bookings/${confirmed}/correct`;
  const drawn = formIn(await textOf(await office(path)), { street: "1 Secret Street" });
  expect((await office(path, { ...drawn, notes: "Ring twice" })).status).toBe(303);
  const unsaid = { serviceType: null, suburb: null, city: null };
  expect(await rowOf(context, confirmed)).toMatchObject({ ...unsaid, notes: "Ring twice", street: "1 Secret Street" });
  await expectPage(office(path, { ...drawn, street: "" }), 400, "Street or landmark is required.");
});

test("the office corrects a caller from their page, by whose menu no one with an email is corrected", async () => {
  const caller = await createCaller(context, { firstName: "Chipo", lastName: "Dube" });
  const path = `people/${caller.id}`;
  expect(await textOf(await office(path))).toContain(`${path}/correct`);
  expect(await textOf(await office(`people/${town.client.id}`))).not.toContain("/correct");
  expect((await office(`people/${town.client.id}/correct`)).status).toBe(404);
  const html = await textOf(await office(`${path}/correct`));
  const form = { ...formIn(html, { firstName: "Chipo" }), lastName: "Dziva", phone: "077 999 88 01" };
  await expectPage(office(`${path}/correct`, { ...form, phone: "12" }), 400, "Dziva", "077");
  expect((await office(`${path}/correct`, form)).status).toBe(303);
  const shown = await textOf(await office(path));
  for (const words of ["Chipo Dziva", "Corrected, and not verified since", "last name: Dube → Dziva"])
    expect(shown).toContain(words);
  expect((await office(`${path}/correct`, { ...form, lastName: "Doe" })).status).toBe(409);
  await book(context, caller, town.plumber, town.starts.at(-4)!);
});
