import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { plumberProfiles, servedSuburbs, stagedPhotos, users } from "~/db/schema";
import { stagePhoto } from "~/domain/photos/staged-photos.server";
import { newId } from "~/domain/values/id";
import { createUser, signedIn } from "../support/users";
import { png } from "../support/png";
import { visit } from "../support/site";
import { seedTown } from "../support/town";
import { currentInstant } from "../support/now";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

const rowOf = async (id: string) => (await town.context.db.select().from(users).where(eq(users.id, id)))[0]!;
const tradeOf = async (id: string) =>
  (await town.context.db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]!;
const TRADE = {
  speciality: "Other",
  specialityOther: "Solar geysers",
  experience: "12 Years",
  about: "Panels and pumps.",
  fees: "32.50",
  addressLine1: "4 New Road",
  addressLine2: "",
  city: "Other",
  cityOther: "Kwekwe",
};

function formOf(fields: Record<string, string>, image?: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (image) form.set("image", image, "me.png");
  return form;
}

describe("a client's profile", () => {
  test("shows what we know of them, and is changed", async () => {
    const page = await (await visit("/profile", { cookie: town.cookies.client })).text();
    for (const text of ["Rudo Own", town.client.email, "Social Media", "My Productions", "Edit"])
      expect(page).toContain(text);
    const saved = await visit("/profile?edit", {
      cookie: town.cookies.client,
      form: formOf({ name: "Rudo", username: "Moyo", phone: "077 700 0001", addressLine1: "9 Lake Drive" }),
    });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/profile"]);
    expect(saved.headers.getSetCookie().join()).toContain("profileUpdated");
    expect(await rowOf(town.client.id)).toMatchObject({
      lastName: "Moyo",
      phone: "+263777000001",
      addressLine1: "9 Lake Drive",
    });
  });

  test("keeps what was typed when something is wrong, and a good photo with it", async () => {
    const answer = await visit("/client-dashboard/profile?edit", {
      cookie: town.cookies.otherClient,
      form: formOf({ name: "", username: "Kept", phone: "12" }, await png(30, 30)),
    });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    for (const text of [
      "First name is required.",
      "Please enter a phone number like 077 123 4567",
      'value="Kept"',
      "We&#x27;ve kept your photo.",
    ])
      expect(page).toContain(text);
    const photoKey = /name="photoKey" value="(\w+)"/.exec(page)![1]!;
    await visit("/client-dashboard/profile?edit", {
      cookie: town.cookies.otherClient,
      form: formOf({ name: "Kuda", username: "Kept", phone: "", photoKey }),
    });
    expect(await rowOf(town.otherClient.id)).toMatchObject({ photoKey, phone: null });
    expect((await visit(`/photos/${photoKey}-160.webp`)).status).toBe(200);
  });

  test("a new photo leaves the old one to the sweep, where nobody can claim it", async () => {
    const choose = async (photo: Promise<Blob>) =>
      visit("/profile", {
        cookie: town.cookies.otherClient,
        form: formOf({ name: "Kuda", username: "Kept", phone: "" }, await photo),
      });
    await choose(png(30, 30));
    const { photoKey: previous } = await rowOf(town.otherClient.id);
    expect(previous).not.toBeNull();
    await choose(png(31, 31));
    const { photoKey } = await rowOf(town.otherClient.id);
    expect(photoKey).not.toBe(previous);
    const thief = await createUser(town.context, "client");
    const stolen = await visit("/profile", {
      cookie: await signedIn(town.context, thief),
      form: formOf({ name: "A", username: "B", phone: "", photoKey: previous! }),
    });
    expect(stolen.status).toBe(400);
    expect((await rowOf(thief.id)).photoKey).toBeNull();
    expect(await town.context.db.select().from(stagedPhotos).where(eq(stagedPhotos.photoKey, previous!))).toHaveLength(
      1,
    );
  });
});

test("a plumber changes the trade too: the directory follows, a client's form cannot", async () => {
  const form = formOf({ name: "Tendai", username: "Own", phone: "", ...TRADE });
  expect((await visit("/plumber-dashboard/profile?edit", { cookie: town.cookies.plumber, form })).status).toBe(303);
  expect(await tradeOf(town.plumber.id)).toMatchObject({
    speciality: "Solar geysers",
    feeCents: 3250,
    city: "Kwekwe",
    cityKey: "kwekwe",
    sortName: "tendai own",
  });
  expect(await rowOf(town.plumber.id)).toMatchObject({ addressLine1: "4 New Road", addressLine2: null });
  expect(await (await visit("/plumbers/kwekwe")).text()).toContain("Solar geysers");
  const wrong = await visit("/plumber-dashboard/profile?edit", {
    cookie: town.cookies.plumber,
    form: formOf({ name: "Tendai", username: "Own", ...TRADE, fees: "-1", cityOther: "" }),
  });
  expect(wrong.status).toBe(400);
  const page = await wrong.text();
  for (const text of ["Please enter an amount from 0 to 10,000", "City is required for plumbers."])
    expect(page).toContain(text);
  await visit("/profile", { cookie: town.cookies.client, form: formOf({ name: "Rudo", username: "Own", ...TRADE }) });
  expect(await tradeOf(town.client.id)).toBeUndefined();
});

test("something that isn't a photo is refused with its message; a photo that another form has claimed is asked for again", async () => {
  const liar = await visit("/profile", {
    cookie: town.cookies.client,
    form: formOf({ name: "Rudo", username: "Own" }, new Blob(["no image"], { type: "image/png" })),
  });
  expect(liar.status).toBe(400);
  expect(await liar.text()).toContain("Only image files are allowed.");
  const photoKey = newId();
  await stagePhoto(town.context.db, photoKey, currentInstant());
  const claims = await Promise.all(
    [town.cookies.client, town.cookies.otherClient].map((cookie) =>
      visit("/profile", { cookie, form: formOf({ name: "A", username: "B", photoKey }) }),
    ),
  );
  expect(claims.map(({ status }) => status).sort()).toEqual([303, 400]);
});

test("My Bookings shows a client's bookings and a plumber's jobs", async () => {
  const client = await (await visit("/bookings", { cookie: town.cookies.client })).text();
  for (const text of ["My Bookings", "Tendai Own", "pending", "View"]) expect(client).toContain(text);
  const plumber = await (await visit("/bookings", { cookie: town.cookies.plumber })).text();
  for (const text of ["My Bookings", "Plumbing Job", `/plumber-dashboard/jobs/${town.pending}`])
    expect(plumber).toContain(text);
  const nobody = await createUser(town.context, "client");
  expect(await (await visit("/bookings", { cookie: await signedIn(town.context, nobody) })).text()).toContain(
    "No bookings found.",
  );
});

test("a plumber names a suburb and those they serve, each once; the list of the form replaces the one before", async () => {
  const page = "/plumber-dashboard/profile?edit";
  const cookie = town.cookies.otherPlumber;
  const save = (fields: Record<string, string>) =>
    visit(page, { cookie, form: formOf({ name: "Farai", username: "Other", ...TRADE, ...fields }) });
  const served = async () =>
    (await town.context.db.select().from(servedSuburbs).where(eq(servedSuburbs.plumberId, town.otherPlumber.id))).map(
      ({ suburb, suburbKey }) => `${suburb} (${suburbKey})`,
    );
  const saved = await save({ suburb: " Mbizo ", servedSuburbs: "Redcliff,  Newtown ,redcliff,," });
  expect(saved.status).toBe(303);
  expect((await tradeOf(town.otherPlumber.id)).suburb).toBe("Mbizo");
  expect(await served()).toEqual(["Newtown (newtown)", "redcliff (redcliff)"]);
  const html = await (await visit(page, { cookie })).text();
  for (const text of ["Mbizo", "Newtown, redcliff"]) expect(html).toContain(text);
  const many = await save({ servedSuburbs: Array.from({ length: 21 }, (_, index) => `S${index}`).join(",") });
  expect(many.status).toBe(400);
  expect(await many.text()).toContain("Please name at most 20 suburbs, with commas between them.");
  expect(await served()).toHaveLength(2);
  await save({ suburb: "", servedSuburbs: "" });
  expect([(await tradeOf(town.otherPlumber.id)).suburb, await served()]).toEqual([null, []]);
});
