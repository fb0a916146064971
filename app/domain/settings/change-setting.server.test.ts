import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, notices, users } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { createUser } from "../../../tests/support/users";
import { insertCallerAccount } from "../accounts/claim-links.server";
import { emailFrameText, USUAL_FRAME } from "../email/email-frame";
import { readEmailFrame, saveEmailFrame } from "../email/email-frame.server";
import { renderEmail } from "../email/email-template";
import { notify } from "../notices/notify.server";
import { quietHoursText, USUAL_QUIET_HOURS } from "../notices/usual-quiet-hours";
import { readQuietHours, saveQuietHours } from "../notices/usual-quiet-hours.server";
import { newId } from "../values/id";
import { saveCommission } from "./commission.server";

const context = contextAt();
const { db } = context;
const logOf = (setting: string) =>
  db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, setting))
    .orderBy(desc(auditLog.at), desc(sql`rowid`));

test("of two admins who change a setting that both saw, one is told; the same value again is no change", async () => {
  const [grace, kuda] = [await createUser(context, "admin"), await createUser(context, "admin")];
  const answers = await Promise.all([
    saveCommission(context, grace, 12, "10"),
    saveCommission(context, kuda, 15, "10"),
  ]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: "settingChanged" });
  const [now] = await db.all<{ value: string }>(sql`select value from settings where name = 'commissionPercent'`);
  expect(await saveCommission(context, kuda, Number(now!.value), "10")).toEqual({ ok: true });
  expect(await logOf("commissionPercent")).toMatchObject([
    { before: '{"percent":10}', after: `{"percent":${now!.value}}` },
  ]);
});

test("every email begins and ends as the office says, with the reader's name as text", async () => {
  const template = (to: string | null) => ({ subject: "S", to, paragraphs: ["It is done."], closing: "Bye." });
  const sendTo = async (to: string | null) => {
    const user = await createUser(context, "client");
    const notice = { kind: "tried", topic: "account" as const, email: () => template(to) };
    const cause = { causeId: newId(), condition: sql`true` };
    await notify(context, { user: user.id }, notice as never, null as never, cause);
    const [row] = await db.select().from(notices).where(eq(notices.userId, user.id));
    return row;
  };
  const bodyOf = ({ text, html }: ReturnType<typeof renderEmail>) => ({ text, html });
  expect(await sendTo("Rudo <b>")).toMatchObject(bodyOf(renderEmail(template("Rudo <b>"))));

  const admin = await createUser(context, "admin");
  const frame = { greeting: "Good day {name},", closing: "Yours & ours" };
  expect(await saveEmailFrame(context, admin, frame, emailFrameText(USUAL_FRAME))).toEqual({ ok: true });
  expect(await readEmailFrame(db)).toEqual(frame);
  for (const to of ["Rudo <b>", null]) expect(await sendTo(to)).toMatchObject(bodyOf(renderEmail(template(to), frame)));
  expect(await logOf("emailFrame")).toMatchObject([
    { before: emailFrameText(USUAL_FRAME), after: emailFrameText(frame), adminId: admin.id },
  ]);
});

test("accounts that are made from then on begin with the quiet hours that the office has set; others keep theirs", async () => {
  const hoursOf = async (id: string) => {
    const [user] = await db.select().from(users).where(eq(users.id, id));
    return [user!.quietFrom, user!.quietUntil];
  };
  const make = async () => {
    const id = newId();
    const caller = { firstName: "Rudo", lastName: "Moyo", phone: `+26377${id}` };
    await insertCallerAccount(context, id, caller as never, sql`true`);
    return id;
  };
  const admin = await createUser(context, "admin");
  const usual = quietHoursText(USUAL_QUIET_HOURS);
  const before = await make();
  expect(await hoursOf(before)).toEqual([1260, 390]);
  expect(await saveQuietHours(context, admin, { from: 1320, until: 360 }, usual)).toEqual({ ok: true });
  expect(await hoursOf(await make())).toEqual([1320, 360]);
  expect(await saveQuietHours(context, admin, null, usual)).toMatchObject({ ok: false });
  await saveQuietHours(context, admin, null);
  expect(await readQuietHours(db)).toBeNull();
  expect(await hoursOf(await make())).toEqual([null, null]);
  expect(await hoursOf(before)).toEqual([1260, 390]);
});
