import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "~/db/schema";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

const town = await seedTown();
const { context, cookies } = town;
const { db } = context;

const PAGE = "/admin-dashboard/settings";
const save = (form: Record<string, string>) =>
  visit(PAGE, { form: { form: "social-links", ...form }, cookie: cookies.admin });
const entries = () => db.select().from(auditLog).where(eq(auditLog.action, "socialLinksChanged"));

test("the links that the office sets are on profiles and in the audit log; before that there are none", async () => {
  const before = await (await visit("/profile", { cookie: cookies.client })).text();
  expect(before).toMatch(/Social Media<\/h2><p[^>]*>none/);
  const [Facebook, Instagram] = ["https://facebook.com/pombi", "https://instagram.com/pombi"];
  expect((await save({ Facebook: ` ${Facebook} `, Instagram, X: "" })).status).toBe(303);
  for (const [path, cookie] of [
    ["/profile", cookies.client],
    ["/client-dashboard/profile", cookies.client],
    ["/plumber-dashboard/profile", cookies.plumber],
  ] as const) {
    const page = await (await visit(path, { cookie })).text();
    for (const address of [Facebook, Instagram]) expect(page, path).toContain(`href="${address}"`);
  }
  expect(await entries()).toMatchObject([{ subjectKind: "setting", adminId: town.admin.id }]);
  expect((await save({ Facebook, Instagram })).status).toBe(303);
  expect(await entries()).toHaveLength(1);
  await save({ Facebook });
  expect(await (await visit("/profile", { cookie: cookies.client })).text()).not.toContain("instagram");
});

test("a link that does not lead to the web is refused at its field, with the answers kept", async () => {
  const long = `https://facebook.com/${"x".repeat(300)}`;
  for (const address of [
    ...["http://facebook.com/pombi", "javascript:alert(1)", "facebook.com/pombi", "https://localhost/x", long],
    "https://me:secret@facebook.com/",
  ]) {
    const answer = await save({ Facebook: "https://facebook.com/kept", TikTok: address });
    expect(answer.status, address).toBe(400);
    const page = await answer.text();
    for (const text of ["Please enter an address that begins with https://.", "https://facebook.com/kept"])
      expect(page, address).toContain(text);
  }
});
