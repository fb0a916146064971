import { expect, test } from "vitest";
import { startSite } from "./support/site";
import { PASSWORD } from "./support/users";

// With the limits of production: many people share one IP address behind their mobile network.
const { origin } = await startSite({});

async function signIn(email: string, password: string): Promise<number> {
  const response = await fetch(`${origin}/signin`, {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
    headers: { Origin: origin },
  });
  return response.status;
}

test("a hundred wrong sign-ins from one address lock out nobody else behind it", async () => {
  for (let turn = 0; turn < 101; turn++) expect(await signIn(`nobody${turn}@pombi.test`, "wrong")).toBe(400);
  expect(await signIn("client2@pombi.test", PASSWORD)).toBe(303);
});
