import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, plumberChecks, plumberProfiles } from "~/db/schema";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { makeAdmin, revokeAdmin } from "~/domain/admin/admin-role.server";
import { findUser } from "~/domain/admin/users.server";
import { privateKey } from "~/domain/photos/staged-photos.server";
import { DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { type CheckKind } from "~/domain/vetting/check";
import { addPaper, writeToOffice } from "~/domain/vetting/papers.server";
import { env } from "../support/env";
import { photoFields } from "../support/job-photos";
import { png } from "../support/png";
import { createRegistration } from "../support/sign-up";
import { depthOf, visit } from "../support/site";
import {
  town,
  plumber,
  cookie,
  db,
  profileOf,
  papersOf,
  page,
  asOffice,
  inView,
  record,
  told,
  runAt,
  seedUnchecked,
  seedVettingTown,
} from "../support/vetting";

let image: Blob;
beforeAll(async () => {
  [, image] = await Promise.all([seedVettingTown(), png(1600, 400)]);
});
beforeEach(seedUnchecked);

const objectsOf = async (id: string) => (await env.PHOTOS.list({ prefix: privateKey(id) })).objects.length;
const send = (kind: CheckKind = "identity", uploadId = newId(), as = cookie) =>
  visit("/papers", { cookie: as, form: photoFields(image, { kind, uploadId }) });
const decide = async (action: string, form = {}) =>
  asOffice(`people/${plumber.id}/${action}`, { ...(await inView()), ...form });
const viewsLogged = () =>
  db().$count(auditLog, sql`action = 'paperViewed' and subject_id = ${plumber.id} and admin_id = ${town.admin.id}`);
const wait = () =>
  db()
    .update(plumberProfiles)
    .set({ approval: "waiting", queuedAt: 1, listed: false })
    .where(eq(plumberProfiles.userId, plumber.id));

describe("a photo of a paper", () => {
  test("is seen by admins alone, each look is a line of the log, and nothing keeps it", async () => {
    expect((await send()).status).toBe(200);
    const [paper] = await papersOf();
    expect(await objectsOf(paper!.id)).toBe(2);
    const path = `/papers/${paper!.id}.webp`;
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
    // No other door leads to it.
    for (const other of [`/job-photos/${paper!.id}-1280.webp`, `/photos/private/${paper!.id}-1280.webp`])
      expect((await visit(other, { cookie: town.cookies.admin })).status).toBe(404);
  });

  test("sent twice is stored once; of a kind there are two at most, also of five at once; clients send none", async () => {
    const uploadId = newId();
    await Promise.all([send("identity", uploadId), send("identity", uploadId)]);
    expect(await papersOf()).toHaveLength(1);
    await Promise.all(Array.from({ length: 5 }, () => send()));
    expect(await papersOf()).toHaveLength(2);
    const third = await send();
    expect([third.status, await third.json()]).toEqual([
      409,
      { problem: "There are two photos of this paper already. Remove one first." },
    ]);
    expect((await send("identity", newId(), town.cookies.client)).status).toBe(404);
  });

  test("goes when its plumber takes it back, with the decision, and after 30 days; with its objects", async () => {
    for (const end of [
      async (id: string) => {
        await visit("/plumber-dashboard/papers", { cookie, form: { intent: `remove:${id}` } });
      },
      () => decide("finish-papers"),
      () => decide("ask-papers", { words: `More, please. ${newId()}` }),
      () => record({ kind: "identity", note: newId() }),
      () => runAt(town.context.now + 30 * DAY + 60_000),
    ]) {
      await send();
      const [paper] = await papersOf();
      await end(paper!.id);
      expect(await papersOf()).toEqual([]);
      await runAt(town.context.now + 60_000);
      expect(await objectsOf(paper!.id)).toBe(0);
    }
  });

  test("stays where another plumber wants to remove it", async () => {
    await send();
    const [paper] = await papersOf();
    await visit("/plumber-dashboard/papers", {
      cookie: town.cookies.otherPlumber,
      form: { intent: `remove:${paper!.id}` },
    });
    expect(await papersOf()).toHaveLength(1);
  });
});

describe("the office decides", () => {
  test("a new plumber waits, is asked for more, sends it, is refused, sends again, and is approved", async () => {
    await wait();
    expect(await page("/plumber-dashboard")).toContain("Our office looks at your profile before clients can find you.");
    const waiting = await page(`/admin-dashboard/vetting/${plumber.id}`, town.cookies.admin);
    expect(waiting).toContain("Not recorded: identity, trade certificate, reference.");

    await decide("ask-papers", { words: "Your licence, both sides." });
    expect(await profileOf()).toMatchObject({ approval: "asked", queuedAt: null, listed: false });
    expect((await told("papersAsked"))[0]).toContain("Your licence, both sides.");
    for (const path of ["/plumber-dashboard", "/plumber-dashboard/papers"])
      expect(await page(path)).toContain("Your licence, both sides.");

    await visit("/plumber-dashboard/papers", { cookie, form: { form: "note", intent: "send", note: "Ask Mrs Dube." } });
    expect(await profileOf()).toMatchObject({ approval: "waiting", officeWords: null, papersNote: "Ask Mrs Dube." });
    const queue = await page("/admin-dashboard/vetting", town.cookies.admin);
    expect(queue).toContain("No photos and a note");

    await decide("refuse", { words: "The name is another one." });
    expect(await profileOf()).toMatchObject({ approval: "refused", queuedAt: null, papersNote: null });
    expect(await page("/plumber-dashboard")).toContain("The name is another one.");
    expect(await told("plumberRefused")).toHaveLength(1);

    await send();
    expect(await profileOf()).toMatchObject({ approval: "waiting", officeWords: null });
    await decide("approve");
    expect(await profileOf()).toMatchObject({ approval: "approved", queuedAt: null, listed: true });
    expect(await told("plumberApproved")).toHaveLength(1);
    expect((await visit(`/appointment/${plumber.id}`)).status).toBe(200);
  });

  test("without words nothing is asked and nobody is refused, and a listed plumber can't be refused", async () => {
    for (const action of ["ask-papers", "refuse"]) expect((await decide(action)).status).toBe(400);
    await decide("refuse", { words: "No." });
    expect(await profileOf()).toMatchObject({ approval: "approved", listed: true, officeWords: null });
  });

  test("papers of a listed plumber stand in the queue until the office is done, and the plumber stays listed", async () => {
    await send("certificate");
    expect(await profileOf()).toMatchObject({ approval: "approved", listed: true });
    expect(await page("/admin-dashboard/vetting", town.cookies.admin)).toContain(
      `/admin-dashboard/vetting/${plumber.id}`,
    );
    await decide("finish-papers");
    expect(await profileOf()).toMatchObject({ approval: "approved", listed: true, queuedAt: null });
  });

  test("whoever verifies their email from now on waits", async () => {
    const { id } = await createRegistration(town.context, "plumber");
    await asOffice(`registrations/${id}/verify`);
    expect(await profileOf(id)).toMatchObject({ approval: "waiting", listed: false });
    expect((await profileOf(id)).queuedAt).not.toBeNull();
  });
});

describe("what has come since the admin's page was loaded", () => {
  test.each([
    ["approve", "approved"],
    ["ask-papers", "asked"],
    ["refuse", "refused"],
    ["finish-papers", "approved"],
  ])("stays to be looked at: %s", async (action, approval) => {
    if (action !== "finish-papers") await wait();
    await send("certificate");
    await visit("/plumber-dashboard/papers", { cookie, form: { form: "note", intent: "send", note: "More to come." } });
    const [first] = await papersOf();
    const vettingPage = await page(`/admin-dashboard/vetting/${plumber.id}`, town.cookies.admin);
    const [, link] =
      new RegExp(`href="(/admin-dashboard/people/${plumber.id}/${action}[^"]*)"`).exec(vettingPage) ?? [];
    expect(link).toContain(first!.id);
    const confirmation = await page(link!, town.cookies.admin);
    const [, seen] = /name="seen" value="([^"]*)"/.exec(confirmation) ?? [];
    expect(seen).toBe(first!.id);
    await send("certificate");
    const words = "As I said.";
    expect((await decide(action, { seen, words })).status).toBe(303);
    const [second, ...others] = await papersOf();
    expect([second!.id === first!.id, others]).toEqual([false, []]);
    expect(await profileOf()).toMatchObject({ approval, papersNote: "More to come." });
    expect((await profileOf()).queuedAt).not.toBeNull();
    // Which has been seen, too, by now.
    await decide(action === "approve" ? "finish-papers" : action, { words });
    expect(await papersOf()).toEqual([]);
    expect(await profileOf()).toMatchObject({ approval, queuedAt: null, papersNote: null });
  });

  test("stays with a check, and without a word of what was seen everything does", async () => {
    await send("identity");
    const { seen } = await inView();
    await send("identity");
    await record({ kind: "identity", seen });
    expect(await papersOf()).toHaveLength(1);
    expect((await papersOf())[0]!.id).not.toBe(seen);
    await asOffice(`people/${plumber.id}/finish-papers`);
    expect(await papersOf()).toHaveLength(1);
    expect((await profileOf()).queuedAt).not.toBeNull();
  });

  test("is no name that a check is recorded of", async () => {
    const vettingPage = await page(`/admin-dashboard/vetting/${plumber.id}`, town.cookies.admin);
    const [, nameKey] = /name="nameKey" value="([^"]*)"/.exec(vettingPage) ?? [];
    expect(nameKey).toBe("tafara checked");
    await db().update(plumberProfiles).set({ sortName: "somebody else" }).where(eq(plumberProfiles.userId, plumber.id));
    await send("identity");
    const refused = await record({ form: "identity", kind: "identity", nameKey: nameKey! });
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("The name has changed meanwhile. Look again."),
    ]);
    expect(await db().$count(plumberChecks, eq(plumberChecks.plumberId, plumber.id))).toBe(0);
    expect(await papersOf()).toHaveLength(1);
    expect((await asOffice(`vetting/${plumber.id}`, { kind: "identity" })).status).toBe(400);
    await record({ kind: "identity" });
    expect((await profileOf()).checks).toMatchObject([{ kind: "identity" }]);
  });
});

test("a plumber who is erased while a photo is stored leaves neither the photo nor a place in the queue", async () => {
  const { context } = town;
  const user = (await findUser(db(), plumber.id))!;
  const privatePhotos: typeof context.privatePhotos = {
    ...context.privatePhotos,
    save: async (key, upload) => {
      const saved = await context.privatePhotos.save(key, upload);
      expect(await eraseUser(context, town.admin, user)).toEqual({ ok: true });
      return saved;
    },
  };
  const sent = await addPaper(
    { ...context, privatePhotos },
    {
      viewer: plumber,
      token: cookie.slice(cookie.indexOf("=") + 1),
      confirmation: Promise.resolve(plumber),
    },
    { kind: "identity", uploadId: newId(), upload: image },
  );
  expect(sent).toMatchObject({ ok: false });
  await writeToOffice(context, plumber, "Still here.");
  expect(await papersOf()).toEqual([]);
  expect(await profileOf()).toMatchObject({ queuedAt: null, papersNote: null });
});

test("a plumber who becomes an admin leaves the queue without their papers, and waits again once they are a plumber again", async () => {
  await wait();
  await send();
  const [paper] = await papersOf();
  expect(await makeAdmin(town.context, town.admin, plumber.id)).toEqual({ ok: true });
  expect([await papersOf(), (await profileOf()).queuedAt]).toEqual([[], null]);
  await runAt(town.context.now + 60_000);
  expect(await objectsOf(paper!.id)).toBe(0);
  expect(await revokeAdmin(town.context, town.admin, plumber.id)).toEqual({ ok: true });
  expect(await profileOf()).toMatchObject({ approval: "waiting", queuedAt: town.context.now, listed: false });
});

test("the own data says what is held of papers and checks, and erasure takes all of it", async () => {
  await record({ kind: "reference", note: "Mrs Dube, by phone" });
  await send("certificate");
  await decide("ask-papers", { words: "The back too." });
  await send("certificate");
  await visit("/plumber-dashboard/papers", { cookie, form: { form: "note", intent: "send", note: "As asked." } });
  const own = (await (await visit("/my-data.json", { cookie })).json()) as Record<string, unknown>;
  expect(own).toMatchObject({
    checks: [{ kind: "reference", endsAt: null, note: "Mrs Dube, by phone" }],
    papers: [{ kind: "certificate" }],
    officeOnPapers: { approval: "approved", office: null, note: "As asked." },
  });
  const [paper] = await papersOf();
  const user = (await findUser(db(), plumber.id))!;
  expect(await eraseUser(town.context, town.admin, user)).toEqual({ ok: true });
  expect(await papersOf()).toEqual([]);
  expect(await profileOf()).toMatchObject({ checks: [], queuedAt: null, officeWords: null, papersNote: null });
  expect(await db().$count(plumberChecks, eq(plumberChecks.plumberId, plumber.id))).toBe(0);
  await runAt(town.context.now + 60_000);
  expect(await objectsOf(paper!.id)).toBe(0);
});
