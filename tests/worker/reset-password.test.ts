import { expect, test } from "vitest";
import { requestPasswordReset } from "~/domain/accounts/password-reset.server";
import { MINUTE } from "~/domain/time/harare";
import { contextAt } from "../support/context";
import { currentInstant } from "../support/now";
import { emailsTo, tokenIn } from "../support/sign-up";
import { visit } from "../support/site";
import { createUser } from "../support/users";

const GONE = "This link is no longer valid";

async function linkSentAt(now: number) {
  const context = contextAt(now);
  const { email } = await createUser(context, "client");
  await requestPasswordReset(context, email, "192.0.2.7");
  return `/reset-password?token=${tokenIn((await emailsTo(context, email))[0]?.text)}`;
}

test("a link that has ended says so before a new password is typed, and leads to a new one", async () => {
  for (const path of [await linkSentAt(currentInstant() - 31 * MINUTE), "/reset-password?token=made-up"]) {
    const page = await (await visit(path)).text();
    expect(page).toContain(GONE);
    expect(page).toContain('href="/forgot-password"');
    expect(page).not.toContain('type="password"');
  }
});

test("looking at a live link, as mail scanners do, uses nothing up", async () => {
  const path = await linkSentAt(currentInstant());
  for (const _ of [1, 2, 3]) expect(await (await visit(path)).text()).toContain('type="password"');
  const changed = await visit(path, { form: { password: "a fine new password" } });
  expect([changed.status, changed.headers.get("Location")]).toEqual([303, "/signin?reason=reset"]);
  expect(await (await visit(path)).text()).toContain(GONE);
});
