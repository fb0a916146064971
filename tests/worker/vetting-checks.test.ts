import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { notices, plumberPapers, plumberProfiles } from "~/db/schema";
import { beginProfileChange, updateProfile } from "~/domain/accounts/profile.server";
import { sweepStagedPhotos } from "~/domain/photos/staged-photos.server";
import { dateAt, DAY } from "~/domain/time/harare";
import type { AuthenticatedUser } from "~/domain/values/user";
import { CHECKS, formatCheckDay } from "~/domain/vetting/check";
import { followUpChecks, removeCheck } from "~/domain/vetting/checks.server";
import { deleteOldPapers } from "~/domain/vetting/papers.server";
import { contextAt } from "../support/context";
import { visit } from "../support/site";
import { seedTown } from "../support/town";
import { createUser, signedIn } from "../support/users";
import { currentInstant } from "../support/now";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

let plumber: AuthenticatedUser;
let cookie: string;
beforeEach(async () => {
  plumber = await createUser(town.context, "plumber", { firstName: "Tafara", lastName: "Checked" });
  cookie = await signedIn(town.context, plumber);
});

const db = () => town.context.db;
const profileOf = async (id = plumber.id) =>
  (await db().select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]!;
const papersOf = () => db().select().from(plumberPapers).where(eq(plumberPapers.plumberId, plumber.id));
const page = async (path: string, as = cookie) =>
  (await (await visit(path, { cookie: as })).text())
    .replace(/<(script|style)[^]*?<\/\1>/g, "")
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'");
const asOffice = (path: string, form: Record<string, string> = {}) =>
  visit(`/admin-dashboard/${path}`, { cookie: town.cookies.admin, form });
/** What the office's page would show now. */
const inView = async () => ({
  nameKey: (await profileOf()).sortName,
  seen: (await papersOf()).map(({ id }) => id).join(" "),
});
const record = async (form: Record<string, string>) =>
  asOffice(`vetting/${plumber.id}`, { ...(await inView()), ...form });
const told = async (kind: string) =>
  (
    await db()
      .select({ text: notices.text, subject: notices.subject })
      .from(notices)
      .where(sql`kind = ${kind} and user_id = ${plumber.id} and channel = 'email'`)
  ).map(({ subject, text }) => `${subject} ${text}`);
/** The scheduled tasks of this subject, and the sweep: the whole schedule would end the town's sessions. */
const runAt = async (now: number) => {
  const context = { ...town.context, now };
  await Promise.all([followUpChecks(context), deleteOldPapers(context)]);
  await sweepStagedPhotos(context);
};

describe("a check", () => {
  const lastDay = () => dateAt(town.context.now + 100 * DAY);

  test("is shown with its dates and nothing besides, and without any there is no icon", async () => {
    const before = await page(`/appointment/${plumber.id}`, "");
    expect(before).not.toContain(", checked ");
    expect(before).toContain("Papers not checked yet");
    await record({ kind: "identity", note: "Passport, seen on screen" });
    await record({ kind: "certificate", lastDay: lastDay() });
    const after = await page(`/appointment/${plumber.id}`, "");
    const today = formatCheckDay(dateAt(currentInstant()));
    expect(after).toContain(`<b>Identity</b>, checked ${today}<`);
    expect(after).toContain(`<b>Trade certificate</b>, checked ${today}, valid until ${formatCheckDay(lastDay())}`);
    expect(after).toContain(CHECKS.identity.seen);
    for (const hidden of [CHECKS.reference.seen, "Passport, seen on screen", town.admin.lastName])
      expect(after).not.toContain(hidden);
    await removeCheck(town.context, town.admin, plumber.id, "identity");
    await removeCheck(town.context, town.admin, plumber.id, "certificate");
    expect(await page(`/appointment/${plumber.id}`, "")).toContain("Papers not checked yet");
  });

  test("of a paper that has expired is refused, and a date that is none too", async () => {
    const yesterday = await record({
      form: "certificate",
      kind: "certificate",
      lastDay: dateAt(currentInstant() - DAY),
    });
    expect([yesterday.status, await yesterday.text()]).toEqual([
      400,
      expect.stringContaining("This paper has expired."),
    ]);
    expect((await record({ kind: "certificate", lastDay: "31/12/2099" })).status).toBe(400);
    expect((await profileOf()).checks).toEqual([]);
  });

  test("reminds its plumber 30 and 7 days before its end, once each, and then is no longer shown", async () => {
    await record({ kind: "certificate", lastDay: lastDay() });
    const expiresAt = (await profileOf()).checks[0]!.expiresAt!;
    const runsOut = async (from: number, until: number) => {
      for (let days = from; days >= until; days -= 1) {
        await runAt(expiresAt - days * DAY);
        await runAt(expiresAt - days * DAY + 60_000);
      }
      return (await told("checkExpiring")).length;
    };
    expect(await runsOut(32, 31)).toBe(0);
    expect(await runsOut(30, 8)).toBe(1);
    expect(await runsOut(7, 1)).toBe(2);
    expect((await profileOf()).checks).toHaveLength(1);
    await runAt(expiresAt);
    expect((await profileOf()).checks).toEqual([]);
    expect(await told("checkExpiring")).toHaveLength(2);
  });

  test("is of a name: with another one it isn't shown, and the office is to look again", async () => {
    await record({ kind: "identity" });
    const rename = async (name: string) => {
      const token = cookie.slice(cookie.indexOf("=") + 1);
      const begun = await beginProfileChange(town.context, token, plumber.id);
      if (!begun.ok) throw new Error(begun.reason);
      await updateProfile(
        contextAt(town.context.now),
        plumber,
        begun,
        { name, username: "Checked", phone: null, addressLine1: "1 Main Street" },
        null,
      );
    };
    await rename("Tafara");
    expect(await profileOf()).toMatchObject({ checks: [{ kind: "identity" }], queuedAt: null });
    await rename("Somebody");
    expect((await profileOf()).checks).toEqual([]);
    expect((await profileOf()).queuedAt).not.toBeNull();
    expect(await page(`/admin-dashboard/vetting/${plumber.id}`, town.cookies.admin)).toContain(
      "Recorded under another name, so not shown",
    );
  });
});
