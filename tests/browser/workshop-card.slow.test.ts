import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startSite } from "./support/site";
import { linkIn, newestEmail, PASSWORD } from "./support/users";

// What a plumber's page carries besides times: a question before booking (C16), and photos of finished work (P7).

const site = await startSite();
const { origin } = site;

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

test("a photo of finished work is public once its client, who is asked by email, agrees", async () => {
  const [client, plumber, visitor] = await Promise.all([
    open(true, "client@pombi.test"),
    open(false, "plumber5@pombi.test"),
    open(false),
  ]);
  const photo = "demophotoa00000000000040";
  const isPublic = async () => {
    await visitor.goto("/appointment/demoplumber05");
    return (await visitor.locator(`img[src*="/work-photos/${photo}"]`).count()) > 0;
  };
  await plumber.goto("/plumber-dashboard/work-photos");
  const shown = plumber.locator("li", { has: plumber.locator(`img[src*="${photo}"]`) });
  await shown.getByRole("button", { name: "Show in public" }).click();
  await shown.getByText("Waiting for the client to agree").waitFor();
  expect(await isPublic()).toBe(false);

  await client.goto(linkIn(await newestEmail(origin, "client@pombi.test", /show photos of the work/)));
  await client.getByRole("button", { name: "Yes, show them" }).click();
  await client.getByRole("button", { name: "Stop showing them" }).waitFor();
  await expect.poll(isPublic).toBe(true);

  await client.getByRole("button", { name: "Stop showing them" }).click();
  await client.getByRole("button", { name: "Yes, show them" }).waitFor();
  await expect.poll(isPublic).toBe(false);
});
