import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { beginProfileChange, updateProfile } from "~/domain/accounts/profile.server";
import { dateAt, DAY } from "~/domain/time/harare";
import { CHECKS, formatCheckDay } from "~/domain/vetting/check";
import { removeCheck } from "~/domain/vetting/checks.server";
import { contextAt } from "../support/context";
import { currentInstant } from "../support/now";
import {
  town,
  plumber,
  cookie,
  profileOf,
  page,
  record,
  told,
  runAt,
  seedUnchecked,
  seedVettingTown,
} from "../support/vetting";

beforeAll(seedVettingTown);
beforeEach(seedUnchecked);

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
