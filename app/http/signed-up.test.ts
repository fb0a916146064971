import { expect, test } from "vitest";
import type { WaitingSignUp } from "~/domain/accounts/registration.server";
import { nameSignUp, readSignUp } from "./signed-up.server";

const context = { sessionSecret: ["a secret of the site"] as const, now: 1_800_000_000_000 };

test.each<{ build: string; waiting: object; isRead: boolean }>([
  { build: "this build", waiting: { id: "r1", email: "rudo@example.test", role: "client" }, isRead: true },
  { build: "a build with other fields", waiting: { id: "r1", address: "rudo@example.test" }, isRead: false },
])("a sign-up's cookie of $build is read, or is as none", async ({ waiting, isRead }) => {
  const cookie = await nameSignUp(context, waiting as WaitingSignUp);
  const request = new Request("https://pombi.test", { headers: { Cookie: cookie.split(";")[0]! } });
  expect(await readSignUp(context, request)).toEqual(isRead ? waiting : null);
});
