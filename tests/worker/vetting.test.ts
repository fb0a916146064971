import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, plumberChecks, plumberPapers, plumberProfiles, users } from "~/db/schema";
import { beginProfileChange, updateProfile } from "~/domain/accounts/profile.server";
import { makeAdmin, revokeAdmin } from "~/domain/admin/people/user-access.server";
import { findUser } from "~/domain/admin/people/users.server";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { privateKey, sweepStagedPhotos } from "~/domain/photos/private-photos.server";
import { dateAt, DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { CHECKS, formatCheckDay, type CheckKind } from "~/domain/vetting/vetting";
import { followUpChecks, removeCheck } from "~/domain/vetting/checks.server";
import { addPaper, deleteOldPapers, writeToOffice } from "~/domain/vetting/papers.server";
import { png } from "../support/png";
import { env } from "../support/env";
import { photoFields } from "../support/job-photos";
import { currentInstant } from "../support/now";
import { expectPage, depthOf, textOf, visit } from "../support/site";
import { seedTown } from "../support/town";
import { createSignedInUser } from "../support/users";
import { noticesInWords } from "../support/notice-words";

const [town, image] = await Promise.all([seedTown(), png(40, 30)]);
const { context, db } = town;
const named = { firstName: "Tafara", lastName: "Checked" };
const { cookie, ...plumber } = await createSignedInUser(context, "plumber", named);

const token = () => cookie.slice(cookie.indexOf("=") + 1);
const profileOf = async (id = plumber.id) =>
  (await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]!;
const papersOf = () => db.select().from(plumberPapers).where(eq(plumberPapers.plumberId, plumber.id));
const checksRecorded = () => db.$count(plumberChecks, eq(plumberChecks.plumberId, plumber.id));
const objectsOf = async (id: string) => (await env.PHOTOS.list({ prefix: privateKey(id) })).objects.length;
const page = async (path: string, as = cookie) =>
  (await textOf(await visit(path, { cookie: as }))).replaceAll("&#x27;", "'");
const vettingPage = () => page(`/admin-dashboard/vetting/${plumber.id}`, town.cookies.admin);
const told = (kind: string) =>
  noticesInWords(db, sql`kind = ${kind} and user_id = ${plumber.id} and channel = 'email'`);

const send = (kind: CheckKind = "identity", { uploadId = newId(), as = cookie, photo = image } = {}) =>
  visit("/papers", { cookie: as, form: photoFields(photo, { kind, uploadId }) });
const removePaper = (id: string, as = cookie) =>
  visit("/plumber-dashboard/papers", { cookie: as, form: { intent: `remove:${id}` } });
const writeNote = (note: string) =>
  visit("/plumber-dashboard/papers", { cookie, form: { form: "note", intent: "send", note } });
const asOffice = (path: string, form: Record<string, string> = {}) =>
  visit(`/admin-dashboard/${path}`, { cookie: town.cookies.admin, form });
const inView = async () => ({
  nameKey: (await profileOf()).sortName,
  seen: (await papersOf()).map(({ id }) => id).join(" "),
});
const decide = async (action: string, form = {}) =>
  asOffice(`people/${plumber.id}/${action}`, { ...(await inView()), ...form });
const record = async (form: Record<string, string>) =>
  asOffice(`vetting/${plumber.id}`, { ...(await inView()), ...form });
const setProfile = (changed: Partial<typeof plumberProfiles.$inferInsert>) =>
  db.update(plumberProfiles).set(changed).where(eq(plumberProfiles.userId, plumber.id));
const wait = () => setProfile({ approval: "waiting", queuedAt: 1, listed: false });
const erase = async () => eraseUser(context, town.admin, (await findUser(db, plumber.id))!, "They asked us to");
/** The scheduled tasks of this subject, and the sweep: the whole schedule would end the town's sessions. */
const runAt = async (now: number) => {
  const later = { ...context, now };
  await Promise.all([followUpChecks(later), deleteOldPapers(later)]);
  await sweepStagedPhotos(later);
};

const lastDay = dateAt(context.now + 100 * DAY);

test("a check is shown with its dates alone, and a plumber without any has no icon", async () => {
  const publicPage = () => page(`/appointment/${plumber.id}`, "");
  expect(await publicPage()).toContain("Papers not shown yet");
  await record({ kind: "identity", note: "Passport, seen on screen" });
  await record({ kind: "certificate", lastDay });
  const after = await publicPage();
  const today = formatCheckDay(dateAt(currentInstant()));
  for (const shown of [
    `<b>Identity</b>, checked ${today}<`,
    `<b>Trade certificate</b>, checked ${today}, valid until ${formatCheckDay(lastDay)}`,
    CHECKS.identity.seen,
  ])
    expect(after).toContain(shown);
  for (const hidden of [CHECKS.reference.seen, "Passport, seen on screen", town.admin.lastName])
    expect(after).not.toContain(hidden);
  for (const kind of ["identity", "certificate"] as const) await removeCheck(context, town.admin, plumber.id, kind);
  expect(await publicPage()).toContain("Papers not shown yet");
});

test("a check of a paper that has expired is refused, and a date that is none too", async () => {
  const yesterday = dateAt(currentInstant() - DAY);
  const expired = record({ form: "certificate", kind: "certificate", lastDay: yesterday });
  await expectPage(expired, 400, "This paper has expired.");
  expect((await record({ kind: "certificate", lastDay: "31/02/2099" })).status).toBe(400);
  expect((await profileOf()).checks).toEqual([]);
});

test("a check tells its plumber 30 and 7 days before its end and at its end, then is no longer shown", async () => {
  await record({ kind: "certificate", lastDay });
  const expiresAt = (await profileOf()).checks[0]!.expiresAt!;
  for (const [daysLeft, reminders] of [
    [30.1, 0],
    [30, 1],
    [7.1, 1],
    [7, 2],
    [0.1, 2],
    [0, 2],
  ] as const) {
    await runAt(expiresAt - daysLeft * DAY);
    expect(await told("checkExpiring"), `${daysLeft} days left`).toHaveLength(reminders);
    expect(await told("checkExpired"), `${daysLeft} days left`).toHaveLength(daysLeft > 0 ? 0 : 1);
    expect((await profileOf()).checks).toHaveLength(daysLeft > 0 ? 1 : 0);
  }
  for (const { text } of [...(await told("checkExpiring")), ...(await told("checkExpired"))])
    expect(text).toContain(`Hello ${plumber.firstName},`);
});

test("a check needs attention, also in Papers, from 30 days before its end until it is recorded again", async () => {
  await record({ kind: "certificate", lastDay });
  const expiresAt = (await profileOf()).checks[0]!.expiresAt!;
  const attention = () => page("/admin-dashboard", town.cookies.admin);
  const list = () => page("/admin-dashboard/vetting?show=ending", town.cookies.admin);
  const setEnd = (end: number) =>
    db.update(plumberChecks).set({ expiresAt: end }).where(eq(plumberChecks.kind, "certificate"));
  const name = "Tafara Checked";
  expect(expiresAt).toBeGreaterThan(context.now + 30 * DAY);
  expect(await attention()).not.toContain("Checks that run out");
  expect(await list()).not.toContain(name);
  for (const end of [context.now + 30 * DAY, context.now, context.now - 400 * DAY]) {
    await setEnd(end);
    expect(await attention()).toContain("Checks that run out");
    expect(await list()).toContain(name);
  }
  expect(await list()).toContain(", run out");
  await db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, plumber.id));
  expect(await list()).not.toContain(name);
  await db.update(users).set({ suspendedAt: null }).where(eq(users.id, plumber.id));
  await record({ kind: "certificate", lastDay });
  expect(await list()).not.toContain(name);
});

test("a check is of a name: with another one it isn't shown, and the office is to look again", async () => {
  await record({ kind: "identity" });
  const rename = async (name: string) => {
    const begun = await beginProfileChange(context, token(), plumber.id);
    if (!begun.ok) throw new Error(begun.reason);
    const profile = { name, username: "Checked", phone: null, addressLine1: "1 Main Street" };
    await updateProfile(context, plumber, begun, profile, null);
  };
  await rename("Tafara");
  expect(await profileOf()).toMatchObject({ checks: [{ kind: "identity" }], queuedAt: null });
  await rename("Somebody");
  expect(await profileOf()).toMatchObject({ checks: [], queuedAt: expect.any(Number) });
  expect(await vettingPage()).toContain("Recorded under another name, so not shown");
});

test("a photo of a paper is seen by admins alone, each look is a line of the log, and nothing keeps it", async () => {
  const viewsLogged = () =>
    db.$count(auditLog, sql`action = 'paperViewed' and subject_id = ${plumber.id} and admin_id = ${town.admin.id}`);
  expect((await send("identity", { photo: await png(1600, 400) })).status).toBe(200);
  const { id } = (await papersOf())[0]!;
  expect(await objectsOf(id)).toBe(2);
  const path = `/papers/${id}.webp`;
  for (const as of [cookie, town.cookies.client, town.cookies.otherPlumber])
    expect((await visit(path, { cookie: as })).status).toBe(404);
  expect((await visit(path)).status).toBe(303);
  expect(await viewsLogged()).toBe(0);
  for (const times of [1, 2]) {
    const shown = await visit(path, { cookie: town.cookies.admin });
    expect([shown.status, shown.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(depthOf(shown)).toBe(2);
    expect(await env.IMAGES.info(shown.body!)).toMatchObject({ format: "image/webp", width: 1280 });
    expect(await viewsLogged()).toBe(times);
  }
  for (const other of [`/job-photos/${id}-1280.webp`, `/photos/private/${id}-1280.webp`])
    expect((await visit(other, { cookie: town.cookies.admin })).status).toBe(404);
});

test("a paper's photo is stored once, two of a kind at most, also of five at once, and none by clients", async () => {
  const uploadId = newId();
  await Promise.all([send("identity", { uploadId }), send("identity", { uploadId })]);
  expect(await papersOf()).toHaveLength(1);
  await Promise.all(Array.from({ length: 5 }, () => send()));
  expect(await papersOf()).toHaveLength(2);
  const third = await send();
  const problem = "There are two photos of this paper already. Remove one first.";
  expect([third.status, await third.json()]).toEqual([409, { problem }]);
  expect((await send("identity", { as: town.cookies.client })).status).toBe(404);
});

test("a paper's photo goes when its plumber alone removes it, with the decision, and after 30 days", async () => {
  const papers: string[] = [];
  for (const end of [
    (id: string) => removePaper(id),
    () => decide("finish-papers"),
    () => decide("ask-papers", { words: `More, please. ${newId()}` }),
    () => record({ kind: "identity", note: newId() }),
    () => runAt(context.now + 30 * DAY + 60_000),
  ]) {
    await send();
    const { id } = (await papersOf())[0]!;
    await removePaper(id, town.cookies.otherPlumber);
    expect(await papersOf()).toHaveLength(1);
    await end(id);
    expect(await papersOf()).toEqual([]);
    papers.push(id);
  }
  await runAt(context.now + 60_000);
  for (const id of papers) expect(await objectsOf(id)).toBe(0);
});

test("a new plumber waits, is asked for more, sends it, is refused, sends again, and is approved", async () => {
  await wait();
  expect(await page("/plumber-dashboard")).toContain("Our office looks at your profile before clients can find you.");
  expect(await vettingPage()).toContain("Not recorded: identity, trade certificate, reference.");

  await decide("ask-papers", { words: "Your licence, both sides." });
  expect(await profileOf()).toMatchObject({ approval: "asked", queuedAt: null, listed: false });
  const [asked] = await told("papersAsked");
  for (const said of ["Your licence, both sides.", "Tafara"]) expect(asked?.text).toContain(said);
  // They have sent none.
  expect(asked?.text).not.toContain("the photos you sent");
  for (const path of ["/plumber-dashboard", "/plumber-dashboard/papers"])
    expect(await page(path)).toContain("Your licence, both sides.");

  await writeNote("Ask Mrs Dube.");
  expect(await profileOf()).toMatchObject({ approval: "waiting", officeWords: null, papersNote: "Ask Mrs Dube." });
  expect(await page("/admin-dashboard/vetting", town.cookies.admin)).toContain("No photos and a note");

  await decide("refuse", { words: "The name is another one." });
  expect(await profileOf()).toMatchObject({ approval: "refused", queuedAt: null, papersNote: null });
  expect(await page("/plumber-dashboard")).toContain("The name is another one.");
  expect(await told("plumberRefused")).toHaveLength(1);

  await send();
  expect(await profileOf()).toMatchObject({ approval: "waiting", officeWords: null });
  const seen = (await papersOf()).map(({ id }) => id).join(" ");
  await decide("ask-papers", { words: "The back too.", seen });
  const texts = (await told("papersAsked")).map(({ text }) => text?.includes("We've deleted the photos you sent."));
  expect(texts.sort()).toEqual([false, true]);
  await send();
  await decide("approve");
  expect(await profileOf()).toMatchObject({ approval: "approved", queuedAt: null, listed: true });
  expect(await told("plumberApproved")).toHaveLength(1);
  expect((await visit(`/appointment/${plumber.id}`)).status).toBe(200);
});

test("a plumber is neither asked nor refused without words, and a listed one is not refused at all", async () => {
  for (const action of ["ask-papers", "refuse"]) expect((await decide(action)).status).toBe(400);
  await decide("refuse", { words: "No." });
  expect(await profileOf()).toMatchObject({ approval: "approved", listed: true, officeWords: null });
});

test.each([
  ["approve", "approved"],
  ["ask-papers", "asked"],
  ["refuse", "refused"],
  ["finish-papers", "approved"],
])("a paper that has come since the admin's page was loaded stays to be looked at: %s", async (action, approval) => {
  if (action !== "finish-papers") await wait();
  await send("certificate");
  await writeNote("More to come.");
  const seen = (await papersOf())[0]!.id;
  const [link] =
    new RegExp(`/admin-dashboard/people/${plumber.id}/${action}[^"]*${seen}`).exec(await vettingPage()) ?? [];
  expect(await page(link!, town.cookies.admin)).toContain(`name="seen" value="${seen}"`);
  await send("certificate");
  const words = "As I said.";
  expect((await decide(action, { seen, words })).status).toBe(303);
  const [second, ...others] = await papersOf();
  expect([second!.id === seen, others]).toEqual([false, []]);
  expect(await profileOf()).toMatchObject({ approval, papersNote: "More to come.", queuedAt: expect.any(Number) });
  await decide(action === "approve" ? "finish-papers" : action, { words });
  expect(await papersOf()).toEqual([]);
  const listed = approval === "approved";
  expect(await profileOf()).toMatchObject({ approval, listed, queuedAt: null, papersNote: null });
});

test("a check or an incomplete form leaves papers that came after the admin's page was loaded", async () => {
  await send();
  const { seen } = await inView();
  await send();
  await record({ kind: "identity", seen });
  const [left, ...others] = await papersOf();
  expect([left!.id === seen, others]).toEqual([false, []]);
  await asOffice(`people/${plumber.id}/finish-papers`);
  expect(await papersOf()).toHaveLength(1);
  expect((await profileOf()).queuedAt).not.toBeNull();
});

test("a check is refused for a name that has changed since the admin's page was loaded", async () => {
  const [, nameKey] = /name="nameKey" value="([^"]*)"/.exec(await vettingPage()) ?? [];
  expect(nameKey).toBe("tafara checked");
  await setProfile({ sortName: "somebody else" });
  await send();
  const refused = record({ form: "identity", kind: "identity", nameKey: nameKey! });
  await expectPage(refused, 409, "The name has changed meanwhile. Look again.");
  expect([await checksRecorded(), (await papersOf()).length]).toEqual([0, 1]);
  expect((await asOffice(`vetting/${plumber.id}`, { kind: "identity" })).status).toBe(400);
  await record({ kind: "identity" });
  expect((await profileOf()).checks).toMatchObject([{ kind: "identity" }]);
});

test("a plumber who leaves while a photo is stored leaves neither the photo nor a place in the queue", async () => {
  const privatePhotos: typeof context.privatePhotos = {
    ...context.privatePhotos,
    save: async (key, upload) => {
      const saved = await context.privatePhotos.save(key, upload);
      expect(await erase()).toEqual({ ok: true });
      return saved;
    },
  };
  const sender = { viewer: plumber, token: token(), confirmation: Promise.resolve(plumber) };
  const paper = { kind: "identity", uploadId: newId(), upload: image } as const;
  expect(await addPaper({ ...context, privatePhotos }, sender, paper)).toMatchObject({ ok: false });
  await writeToOffice(context, plumber, "Still here.");
  expect(await papersOf()).toEqual([]);
  expect(await profileOf()).toMatchObject({ queuedAt: null, papersNote: null });
});

test("a plumber who becomes an admin leaves the queue, and waits again once they are a plumber again", async () => {
  await wait();
  await send();
  expect(await makeAdmin(context, town.admin, plumber.id)).toEqual({ ok: true });
  expect([await papersOf(), (await profileOf()).queuedAt]).toEqual([[], null]);
  expect(await told("madeAdmin")).toHaveLength(1);
  expect(await revokeAdmin(context, town.admin, plumber.id)).toEqual({ ok: true });
  // Once each, also where it is done again.
  await revokeAdmin(context, town.admin, plumber.id);
  expect((await told("adminRoleTaken")).map(({ text }) => text?.includes(town.admin.firstName))).toEqual([true]);
  expect(await profileOf()).toMatchObject({ approval: "waiting", queuedAt: context.now, listed: false });
});

test("a plumber's own data names what is held of papers and checks, and erasure takes all of it", async () => {
  await record({ kind: "reference", note: "Mrs Dube, by phone" });
  await decide("ask-papers", { words: "The back too." });
  await send("certificate");
  await writeNote("As asked.");
  expect(await (await visit("/my-data.json", { cookie })).json()).toMatchObject({
    checks: [{ kind: "reference", endsAt: null, note: "Mrs Dube, by phone" }],
    papers: [{ kind: "certificate" }],
    officeOnPapers: { approval: "approved", office: null, note: "As asked." },
  });
  const { id } = (await papersOf())[0]!;
  expect(await erase()).toEqual({ ok: true });
  expect([await papersOf(), await checksRecorded()]).toEqual([[], 0]);
  expect(await profileOf()).toMatchObject({ checks: [], queuedAt: null, officeWords: null, papersNote: null });
  await runAt(context.now + 60_000);
  expect(await objectsOf(id)).toBe(0);
});
