import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, plumberProfiles, servedSuburbs, stagedPhotos, users } from "~/db/schema";
import { linksOf, openPage } from "../support/pages";
import { png } from "../support/png";
import { expectPage, formDataOf, visit } from "../support/site";
import { seedTown, type TownUser } from "../support/town";

const town = await seedTown();
const { cookies, db } = town;

const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]!;
const tradeOf = async (id: string) =>
  (await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]!;
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

/** Saves a profile: of a plumber in their dashboard, of a client on the page of everyone. */
const save = (who: TownUser, fields: Record<string, string>, image?: Blob) => {
  const kuda = { name: "Kuda", username: "Kept", phone: "", ...fields };
  const form = formDataOf({ ...kuda, ...(image && { image: new File([image], "me.png", { type: image.type }) }) });
  const path = who === "plumber" || who === "otherPlumber" ? "/plumber-dashboard/profile?edit" : "/profile?edit";
  return visit(path, { cookie: cookies[who], form });
};

test("a client's profile is changed by its form", async () => {
  const addressLine1 = "9 Lake Drive";
  const saved = await save("client", { username: "Moyo", phone: "077 700 0001", addressLine1 });
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/profile"]);
  expect(saved.headers.getSetCookie().join()).toContain("profileUpdated");
  const changed = { lastName: "Moyo", phone: "+263777000001", addressLine1 };
  expect(await rowOf(town.client.id)).toMatchObject(changed);
});

test("a client's profile keeps the typed values when something is wrong, and a good photo with it", async () => {
  const answer = save("otherClient", { name: "", phone: "12" }, await png(30, 30));
  const mistakes = ["First name is required.", "Please enter a phone number like 077 123 4567"];
  const page = await expectPage(answer, 400, ...mistakes, 'value="Kept"', "We've kept your photo.");
  const photoKey = /name="photoKey" value="(\w+)"/.exec(page)![1]!;
  await save("otherClient", { photoKey });
  expect(await rowOf(town.otherClient.id)).toMatchObject({ photoKey, phone: null });
  expect((await visit(`/photos/${photoKey}-160.webp`)).status).toBe(200);
});

test("a client's profile with a new photo leaves the old one to the sweep, where no one can claim it", async () => {
  await save("otherClient", {}, await png(30, 30));
  const { photoKey: previous } = await rowOf(town.otherClient.id);
  await save("otherClient", {}, await png(31, 31));
  const { photoKey } = await rowOf(town.otherClient.id);
  expect(previous).not.toBeNull();
  expect(photoKey).not.toBe(previous);
  expect((await save("client", { photoKey: previous! })).status).toBe(400);
  expect((await rowOf(town.client.id)).photoKey).toBeNull();
  expect(await db.$count(stagedPhotos, eq(stagedPhotos.photoKey, previous!))).toBe(1);
});

test("a plumber changes the trade too: the directory follows, a client's form cannot", async () => {
  expect((await save("plumber", TRADE)).status).toBe(303);
  const trade = { speciality: "Solar geysers", feeCents: 3250, city: "Kwekwe", cityKey: "kwekwe" };
  expect(await tradeOf(town.plumber.id)).toMatchObject({ ...trade, sortName: "kuda kept" });
  expect(await rowOf(town.plumber.id)).toMatchObject({ addressLine1: "4 New Road", addressLine2: null });
  expect(await (await visit("/plumbers/kwekwe")).text()).toContain("Solar geysers");
  const wrong = save("plumber", { ...TRADE, fees: "-1", cityOther: "" });
  const marked = /<input(?=[^>]* name="cityOther")[^>]* aria-invalid="true"/;
  await expectPage(wrong, 400, /Please enter an amount from 0 to 10,000[^]*City is required for plumbers\./, marked);
  await save("client", TRADE);
  expect(await tradeOf(town.client.id)).toBeUndefined();
});

test("a plumber names a suburb and those they serve, each once; a new list replaces the old one", async () => {
  const { id } = town.otherPlumber;
  const served = async () => {
    const rows = await db.select().from(servedSuburbs).where(eq(servedSuburbs.plumberId, id));
    return rows.map(({ suburb, suburbKey }) => `${suburb} (${suburbKey})`);
  };
  const suburbs = (fields: Record<string, string>) => save("otherPlumber", { ...TRADE, ...fields });
  expect((await suburbs({ suburb: " Mbizo ", servedSuburbs: "Redcliff,  Newtown ,redcliff,," })).status).toBe(303);
  expect((await tradeOf(id)).suburb).toBe("Mbizo");
  expect(await served()).toEqual(["Newtown (newtown)", "redcliff (redcliff)"]);
  const cookie = cookies.otherPlumber;
  await expectPage(visit("/plumber-dashboard/profile?edit", { cookie }), 200, "Mbizo", "Newtown, redcliff");
  const many = suburbs({ servedSuburbs: Array.from({ length: 21 }, (_, index) => `S${index}`).join(",") });
  await expectPage(many, 400, "Please name at most 20 suburbs, with commas between them.");
  expect(await served()).toHaveLength(2);
  await suburbs({ suburb: "", servedSuburbs: "" });
  expect([(await tradeOf(id)).suburb, await served()]).toEqual([null, []]);
});

test("an older page of a form changes only what was changed on it", async () => {
  const cookie = cookies.plumber;
  const dashboard = "/plumber-dashboard";
  /** The fields of a page's form as a browser would send them, with its changes. */
  const draw = async (path: string) => {
    const fields: Record<string, string> = {};
    const html = (await (await visit(path, { cookie })).text())
      .split("<form")
      .find((part) => part.includes('name="drawn"'))!;
    const plain = (text = "") => text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
    const attribute = (tag: string, name: string) => plain(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]);
    for (const [tag] of html.matchAll(/<input[^>]*>/g))
      if (!/type="(checkbox|file)"/.test(tag) || / checked=/.test(tag))
        fields[attribute(tag, "name")] = attribute(tag, "value") || (/checkbox/.test(tag) ? "on" : "");
    for (const [, tag = "", text] of html.matchAll(/<textarea([^>]*)>([^<]*)/g))
      fields[attribute(tag, "name")] = plain(text).replaceAll("\n", "\r\n");
    for (const [, tag = "", options = ""] of html.matchAll(/<select([^>]*)>(.*?)<\/select>/gs))
      fields[attribute(tag, "name")] = attribute(/<option[^>]*selected=[^>]*>/.exec(options)?.[0] ?? "", "value");
    return fields;
  };
  const pages: { path: string; newer: Record<string, string>; older: Record<string, string> }[] = [
    {
      path: `${dashboard}/profile?edit`,
      newer: { phone: "+263 77 200 0001" },
      older: { about: "New pipes.\r\nOld taps." },
    },
    { path: `${dashboard}/availability`, newer: { opensAt: "720", Sunday: "on" }, older: { Monday: "on" } },
    { path: `${dashboard}/settings/notifications`, newer: { "changes-push": "" }, older: { "reminders-push": "" } },
  ];
  await save("plumber", { ...TRADE, about: "Panels.\r\nPumps." });
  for (const { path, newer, older } of pages) {
    const send = (fields: Record<string, string>) =>
      visit(path, { cookie, form: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")) });
    const drawn = await draw(path);
    expect((await send({ ...drawn, ...newer })).status).toBe(303);
    const again = await draw(path);
    expect((await send({ ...drawn, ...older })).status).toBe(303);
    const { drawn: _, ...saved } = await draw(path);
    const { drawn: __, ...expected } = { ...again, ...older };
    const isKept = ([, value]: [string, string]) => value !== "";
    expect(Object.entries(saved).filter(isKept).sort()).toEqual(Object.entries(expected).filter(isKept).sort());
    expect(saved).toMatchObject(Object.fromEntries(Object.entries({ ...newer, ...older }).filter(isKept)));
  }
});

const setLinks = (form: Record<string, string>) =>
  visit("/admin-dashboard/settings", { form: { form: "social-links", ...form }, cookie: cookies.admin });
const entries = () => db.select().from(auditLog).where(eq(auditLog.action, "socialLinksChanged"));

test("the links that the office sets are on profiles and in the audit log; before that there are none", async () => {
  const before = await (await visit("/profile", { cookie: cookies.client })).text();
  expect(before).toMatch(/Social Media<\/h2><p[^>]*>none/);
  const Facebook = "https://facebook.com/pombi";
  const Instagram = "https://instagram.com/pombi";
  expect((await setLinks({ Facebook: ` ${Facebook} `, Instagram, X: "" })).status).toBe(303);
  for (const [path, cookie] of [
    ["/profile", cookies.client],
    ["/client-dashboard/profile", cookies.client],
    ["/plumber-dashboard/profile", cookies.plumber],
  ] as const)
    await expectPage(visit(path, { cookie }), 200, `href="${Facebook}"`, `href="${Instagram}"`);
  expect(await entries()).toMatchObject([{ subjectKind: "setting", adminId: town.admin.id }]);
  expect((await setLinks({ Facebook, Instagram })).status).toBe(303);
  expect(await entries()).toHaveLength(1);
  await setLinks({ Facebook });
  expect(await (await visit("/profile", { cookie: cookies.client })).text()).not.toContain("instagram");
});

test.each([
  "http://facebook.com/pombi",
  "javascript:alert(1)",
  "facebook.com/pombi",
  "https://localhost/x",
  "https://me:secret@tiktok.com/",
  `https://tiktok.com/${"x".repeat(300)}`,
  "https://tiktok.com.evil.test/pombi",
  "https://facebook.com/pombi",
  "https://nottiktok.com/pombi",
])("a link that is not the network's own page is refused at its field, with the answers kept: %s", async (TikTok) => {
  const Facebook = "https://www.facebook.com/kept";
  const said = "Please enter an address that begins with https:// and is on tiktok.com.";
  await expectPage(setLinks({ Facebook, TikTok }), 400, said, Facebook);
});

test("the settings of clients and plumbers are rows, with the programs last", async () => {
  for (const who of ["client", "plumber"] as const) {
    const page = await openPage(`/${who}-dashboard/settings`, { cookie: cookies[who] });
    const links = linksOf(page.find("main h1")?.parentElement);
    expect([who, links[0]?.[1], links.at(-1)?.[1]]).toEqual([
      who,
      "/change-password",
      `/${who}-dashboard/settings/programs`,
    ]);
  }
});

test.each([
  { role: "client", tab: "/client-dashboard/bookings" },
  { role: "plumber", tab: "/plumber-dashboard/jobs" },
  { role: "admin", tab: "/admin-dashboard/dispatch" },
] as const)("a $role keeps the tabs of their dashboard on their own pages and on its errors", async ({ role, tab }) => {
  const tabsOf = async (path: string) => {
    const page = await openPage(path, { cookie: cookies[role] });
    return linksOf(page.find("nav.dashboard-tabs")).map(([, to]) => to);
  };
  const other = role === "client" ? "/plumber-dashboard/jobs" : "/client-dashboard/bookings";
  for (const path of ["/profile", "/change-password", "/security", other])
    expect(await tabsOf(path), path).toContain(tab);
  expect(await tabsOf("/plumbers")).toEqual([]);
});
