import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, notices, users } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { createUser } from "../../../tests/support/users";
import { insertCallerAccount } from "../accounts/caller-account.server";
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

const sendTo = async (to: string | null) => {
  const user = await createUser(context, "client");
  const notice = {
    kind: "tried",
    topic: "account" as const,
    email: () => ({ subject: "S", to, paragraphs: ["It is done."], closing: "Bye." }),
  };
  await notify(context, { user: user.id }, notice as never, null as never, { causeId: newId(), condition: sql`true` });
  const [row] = await db.select().from(notices).where(eq(notices.userId, user.id));
  return { text: row!.text, html: row!.html };
};

test("every email begins and ends as the office says, with the reader's name as text", async () => {
  const template = (to: string | null) => ({ subject: "S", to, paragraphs: ["It is done."], closing: "Bye." });
  const { text, html } = renderEmail(template("Rudo <b>"));
  expect(await sendTo("Rudo <b>")).toEqual({ text, html });

  const admin = await createUser(context, "admin");
  const frame = { greeting: "Good day {name},", closing: "Yours & ours" };
  expect(await saveEmailFrame(context, admin, frame, emailFrameText(USUAL_FRAME))).toEqual({ ok: true });
  expect(await readEmailFrame(db)).toEqual(frame);
  for (const to of ["Rudo <b>", null]) {
    const { text, html } = renderEmail(template(to), frame);
    expect(await sendTo(to)).toEqual({ text, html });
  }
  expect(await logOf("emailFrame")).toMatchObject([
    { before: emailFrameText(USUAL_FRAME), after: emailFrameText(frame), adminId: admin.id },
  ]);
});

test("accounts that are made from then on begin with the quiet hours that the office has set; others keep theirs", async () => {
  const make = async () => {
    const id = newId();
    await insertCallerAccount(
      context,
      id,
      { firstName: "Rudo", lastName: "Moyo", phone: `+26377${id}` } as never,
      sql`true`,
    );
    const [user] = await db.select().from(users).where(eq(users.id, id));
    return user!;
  };
  const admin = await createUser(context, "admin");
  const before = await make();
  expect(before).toMatchObject({ quietFrom: 1260, quietUntil: 390 });
  expect(await saveQuietHours(context, admin, { from: 1320, until: 360 }, quietHoursText(USUAL_QUIET_HOURS))).toEqual({
    ok: true,
  });
  expect(await make()).toMatchObject({ quietFrom: 1320, quietUntil: 360 });
  expect(await saveQuietHours(context, admin, null, quietHoursText(USUAL_QUIET_HOURS))).toMatchObject({ ok: false });
  await saveQuietHours(context, admin, null);
  expect(await readQuietHours(db)).toBeNull();
  expect(await make()).toMatchObject({ quietFrom: null, quietUntil: null });
  const [kept] = await db.select().from(users).where(eq(users.id, before.id));
  expect(kept).toMatchObject({ quietFrom: 1260 });
});
