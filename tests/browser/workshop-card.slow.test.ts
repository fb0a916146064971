import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startSite } from "./support/site";
import { PASSWORD } from "./support/users";

// A question before booking (C16).

const site = await startSite();

async function open(script: boolean, email?: string): Promise<Page> {
  const { context, page } = await site.open({ width: 360, script });
  if (email) await site.openSession(context, email);
  return page;
}

test.each([
  { script: true, plumber: "demoplumber07", plumberEmail: "plumber7@pombi.test", asks: "client3@pombi.test" },
  { script: false, plumber: "demoplumber08", plumberEmail: "plumber8@pombi.test", asks: "client4@pombi.test" },
])("a visitor's question survives sign-in, and the plumber answers it, with script: $script", async (journey) => {
  const { script, plumber, plumberEmail, asks } = journey;
  const client = await open(script);
  await client.goto(`/appointment/${plumber}`);
  await client.getByRole("link", { name: /^Ask / }).first().click();
  await client.getByLabel("Your question").fill("Do you fit solar geysers?");
  await client.getByRole("button", { name: "Sign in and send" }).click();
  await client.waitForURL(/signup/);
  await client
    .locator("main a", { hasText: /^Sign in$/i })
    .filter({ visible: true })
    .click();
  await client.waitForURL(/signin/);
  await client.getByLabel("Email").fill(asks);
  await client.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await client.getByRole("button", { name: "SIGN IN" }).click();
  await client.waitForURL(/\/ask$/);
  expect(await client.getByLabel("Your question").inputValue()).toBe("Do you fit solar geysers?");
  await client.getByRole("button", { name: "Send question" }).click();
  await client.waitForURL(/\/client-dashboard\/messages\//);

  const answerer = await open(script, plumberEmail);
  await answerer.goto("/plumber-dashboard/messages");
  await answerer.getByText("Do you fit solar geysers?").first().click();
  await answerer.getByPlaceholder("Type a message...").fill("Yes, since 2019.");
  await answerer.getByRole("button", { name: "Send" }).click();
  const isAnswered = async () => {
    await client.goto("/client-dashboard/messages");
    return client.getByText("Yes, since 2019.").first().isVisible();
  };
  await expect.poll(isAnswered, { timeout: 10_000 }).toBe(true);
});
