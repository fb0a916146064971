import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { brand } from "~/brand";
import { enquiries, notices } from "~/db/schema";
import { dateAt, instantOf } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { atTime } from "../support/clock";
import { currentInstant } from "../support/now";
import { linksOf, openPage } from "../support/pages";
import { visit } from "../support/site";
import { seedTown } from "../support/town";
import { createUser } from "../support/users";

const town = await seedTown();

test("a speciality filters the directory, and one that no one has is named", async () => {
  for (const speciality of ["Gas Fitting", "Gas Fitting", "Drain Cleaning"])
    await createUser(town.context, "plumber", { firstName: "Fitter", city: "Karoi", speciality });
  const read = async (path: string) => (await openPage(path)).text;
  expect((await read("/plumbers/karoi?speciality=Gas+Fitting")).match(/Fitter /g)).toHaveLength(2);
  expect((await read("/plumbers/karoi?speciality=Magic&sort=sideways")).match(/Fitter /g)).toHaveLength(3);
  expect(await read("/plumbers/Gweru?speciality=Faucet+Installation")).toContain(
    "No plumbers for Faucet Installation in Gweru yet.",
  );
});

test("Save-Data leaves out our font and the large photo", async () => {
  const photographed = await createUser(town.context, "plumber", { photoKey: "a".repeat(24) });
  const page = async (headers: Record<string, string>) =>
    (await visit(`/appointment/${photographed.id}`, { headers })).text();
  expect(await page({})).toContain("-800.webp 800w");
  const saving = await page({ "Save-Data": "on" });
  expect(saving).not.toContain("800.webp");
  expect(saving).toContain("data-saves-data");
});

test("the emergency page names who of a city is free within three hours, and at night who is free soonest", async () => {
  const open = () => openPage("/services/emergency?city=harare");
  const { text } = await open();
  expect(text).toContain("Who is free within three hours?");
  expect(text).toContain("We answer the phone Mon to Fri 8:00 AM to 6:00 PM and Saturday 9:00 AM to 5:00 PM.");
  expect(text).toMatch(/\d+ plumbers( or more)? in Harare are free within three hours\./);
  const night = await atTime(instantOf(dateAt(currentInstant()), 23 * 60), open);
  expect(night.text).toContain("Nobody in Harare is free within three hours. These plumbers are free soonest:");
  expect(linksOf(night.find("main")).map(([, href]) => href)).toContain(`/appointment/${town.plumber.id}`);
  expect(night.text).toMatch(/Our office is closed now\. It opens (tomorrow|Mon \d+ \w+) at [89]:00 am\./);
});

const FORMS = [
  ["/?index", "home", "home"],
  ["/?index", "appointment", "appointment"],
  ["/contact", "contact", "contact"],
  ["/service-details", "quote", "quote"],
] as const;

test("each form to the company goes to the inbox and to its email, but not when a program has filled in every field", async () => {
  const { db } = town.context;
  for (const [path, form, topic] of FORMS) {
    const email = `${newId()}@example.test`;
    const answers = { form, name: "Rudo", email, phone: "077 123 4567", subject: "Pipes", message: "Hello there" };
    const sentTo = () => db.select().from(enquiries).where(eq(enquiries.email, email));
    // A program is not told that it was found out.
    expect((await visit(path, { form: { ...answers, website: "https://spam.test" } })).status, form).toBe(303);
    expect(await sentTo(), form).toEqual([]);
    const response = await visit(path, { form: answers });
    expect(response.status, form).toBe(303);
    expect(response.headers.getSetCookie().join(), form).toContain("__Host-flash=enquirySent");
    const [row] = await sentTo();
    expect(row, form).toMatchObject({ topic, name: "Rudo", phone: "+263771234567", message: "Hello there" });
    const sent = await db.select().from(notices).where(eq(notices.causeId, row!.id));
    expect(sent, form).toMatchObject([{ recipient: brand.email }]);
  }
});

test("each form to the company says what is missing by the texts of the rules", async () => {
  for (const [path, form] of FORMS) {
    const page = await openPage(path, { form: { form, name: "", email: "", subject: "", message: "", phone: "12" } });
    expect(page.status, form).toBe(400);
    const missing = ["Name is required", "Email is required", "Message is required"];
    for (const text of form === "home" ? [...missing, "Subject is required"] : missing)
      expect(page.text, form).toContain(text);
  }
});
