import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices, users } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { tokenIn } from "../../../tests/support/sign-up";
import { createUser } from "../../../tests/support/users";
import { findClaimLink } from "../accounts/claim-links.server";
import { DeliveryError } from "../notices/delivery";
import { sendDueNotices } from "../notices/outbox.server";
import { offerAccount } from "./caller-accounts.server";
import { findNotice, resendNotice } from "./undelivered-notices.server";

const context = contextAt();
const { db, now } = context;

test("an emailed link to claim an account loses its token when the email fails, and is issued anew", async () => {
  const [admin, caller] = [await createUser(context, "admin"), await createUser(context, "client")];
  await db
    .update(users)
    .set({ email: null, emailVerifiedAt: null, passwordHash: "none" })
    .where(eq(users.id, caller.id));
  const email = "caller@example.test";
  expect(await offerAccount(context, admin, caller.id, email)).toEqual({ ok: true });
  const emails = () => db.select().from(notices).where(eq(notices.recipient, email));
  const [offer] = await emails();
  const sender = { send: () => Promise.reject(new DeliveryError("No such mailbox.", { kind: "final" })) };
  await sendDueNotices(db, { email: sender }, { now, keepBodies: false });
  expect(await emails()).toMatchObject([{ status: "failed", text: null, html: null }]);

  expect(await resendNotice(context, admin, (await findNotice(db, offer!.id))!)).toEqual({ ok: true });
  const [again] = await emails();
  expect(again).toMatchObject({ kind: "accountOffered", status: "queued" });
  expect(tokenIn(again!.text)).not.toBe(tokenIn(offer!.text));
  expect(await findClaimLink(db, tokenIn(again!.text), now)).toEqual({ email });
  expect(await findClaimLink(db, tokenIn(offer!.text), now)).toBeNull();
});
