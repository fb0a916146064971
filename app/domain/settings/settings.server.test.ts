import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, notices, users } from "~/db/schema";
import { noticesInWords } from "../../../tests/support/notice-words";
import { context, createUser, db } from "../../../tests/support/users";
import { insertCallerAccount } from "../accounts/claim-links.server";
import { accountNotices } from "../accounts/account-notices";
import { USUAL_FRAME } from "../email/email-template";
import { renderEmail } from "../email/render-email";
import { emailFooter } from "../notices/choices";
import { notify } from "../notices/notify.server";
import { newId } from "../values/id";
import { USUAL_SETTINGS } from "./usual-settings";
import { readSetting } from "./settings.server";
import { changeSetting } from "./setting-changes.server";

const logOf = (setting: string) => db.select().from(auditLog).where(eq(auditLog.subjectId, setting));

test("one of two admins who change a setting that both saw is told; the same value again is no change", async () => {
  const grace = await createUser(context, "admin");
  const kuda = await createUser(context, "admin");
  const shown = JSON.stringify({ percent: 10 });
  const answers = await Promise.all([
    changeSetting(context, grace, "commission", { percent: 12 }, shown),
    changeSetting(context, kuda, "commission", { percent: 15 }, shown),
  ]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: "changedMeanwhile" });
  const now = await readSetting(db, "commission");
  expect(await changeSetting(context, kuda, "commission", now, shown)).toEqual({ ok: true });
  expect(await logOf("commission")).toMatchObject([{ before: shown, after: JSON.stringify(now) }]);
});

test("every email begins and ends as the office says, with the reader's name as text", async () => {
  const { passwordChanged } = accountNotices;
  const facts = { name: "Rudo <b>" };
  const { id } = await createUser(context, "client");
  await notify(context, { to: id, cause: newId(), when: sql`true`, notice: passwordChanged, facts });
  const written = async () => (await noticesInWords(db, eq(notices.userId, id)))[0];
  const footer = emailFooter("account", id, context.origin);
  const email = passwordChanged.email!(facts, context.origin, context.now);
  expect(await written()).toMatchObject(renderEmail(email, footer));

  const admin = await createUser(context, "admin");
  const frame = { greeting: "Good day {name},", closing: "Yours & ours" };
  const usual = JSON.stringify(USUAL_FRAME);
  expect(await changeSetting(context, admin, "email-frame", frame, usual)).toEqual({ ok: true });
  expect(await readSetting(db, "email-frame")).toEqual(frame);
  expect(await written()).toMatchObject(renderEmail(email, footer, frame));
  const entry = { before: usual, after: JSON.stringify(frame), adminId: admin.id };
  expect(await logOf("email-frame")).toMatchObject([entry]);
});

test("new accounts begin with the quiet hours that the office has set; existing ones keep theirs", async () => {
  const hoursOf = async (id: string) => {
    const [user] = await db.select().from(users).where(eq(users.id, id));
    return [user!.quietFrom, user!.quietUntil];
  };
  const make = async (id = newId()) => {
    await insertCallerAccount(context, id, { firstName: "Rudo", lastName: "Moyo", phone: `+26377${id}` }, sql`true`);
    return id;
  };
  const admin = await createUser(context, "admin");
  const usual = JSON.stringify(USUAL_SETTINGS["quiet-hours"]);
  const set = (quiet: "on" | "off", shown?: string) =>
    changeSetting(context, admin, "quiet-hours", { quiet, quietFrom: 1320, quietUntil: 360 }, shown);
  const before = await make();
  expect(await hoursOf(before)).toEqual([1260, 390]);
  expect(await set("on", usual)).toEqual({ ok: true });
  expect(await hoursOf(await make())).toEqual([1320, 360]);
  expect(await set("off", usual)).toMatchObject({ ok: false });
  await set("off");
  expect(await hoursOf(await make())).toEqual([null, null]);
  expect(await hoursOf(before)).toEqual([1260, 390]);
});
