import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openLive } from "./support/live";
import { soon } from "./support/clock";
import { startSite } from "./support/site";
import { sendMessage } from "./support/users";

// A site of its own, with the real limits (L1).
const server = await startSite({});

const bubble = (page: Page, words: string) => page.getByRole("log").getByRole("listitem").filter({ hasText: words });

test("the 31st message in a minute keeps its text, says why it wasn't sent, and can be sent again", async () => {
  const { page } = await openLive(server, 360, "client2@pombi.test", "/client-dashboard/messages/demoadmin");
  // Another page of theirs has sent thirty by now.
  const statuses = await page.evaluate(async () => {
    const post = (turn: number) =>
      fetch("/messages/demoadmin", {
        method: "POST",
        body: new URLSearchParams({ id: `message-${turn}`, content: `Message ${turn}.` }),
      });
    return (await Promise.all(Array.from({ length: 30 }, (_, turn) => post(turn + 1)))).map(({ status }) => status);
  });
  expect(new Set(statuses)).toEqual(new Set([200]));
  await bubble(page, "Message 30.").waitFor();
  await sendMessage(page, "One too many");
  const refused = bubble(page, "One too many");
  await refused.getByText("Too many attempts. Please try again in a minute.").waitFor();
  await refused.getByRole("button", { name: "Not sent. Tap to retry" }).click();
  await refused.getByText("Too many attempts.").waitFor();
  expect(await bubble(page, "Message 30.").getByRole("img", { name: "Sent" }).count()).toBe(1);
});

test("a message refused for good says why, and goes back into the input before what is typed there", async () => {
  const { page } = await openLive(server, 360, "client4@pombi.test", "/client-dashboard/messages/demoadmin");
  await sendMessage(page, "\u200e\u200e");
  await page.getByText("Not sent. Please write a message.").waitFor();
  expect(await page.getByRole("button", { name: "Not sent. Tap to retry" }).count()).toBe(0);
  await page.getByPlaceholder("Type a message...").fill("Hello?");
  await page.getByRole("button", { name: "Edit" }).click();
  expect(await page.getByPlaceholder("Type a message...").inputValue()).toBe("\u200e\u200e\nHello?");
  expect(await page.getByText("Not sent.").count()).toBe(0);
  await sendMessage(page, "Now with words");
  await bubble(page, "Now with words").getByRole("img", { name: "Sent" }).waitFor();
});

test("an unread message counts in the menu and the title at once, and no more after it was read", async () => {
  const plumber = await openLive(server, 360, "plumber24@pombi.test", "/plumber-dashboard/jobs");
  const client = await openLive(server, 360, "client9@pombi.test", "/client-dashboard/messages/demoplumber24");
  const title = () => plumber.page.title();
  const before = Number(/ \((\d+)\)$/.exec(await title())?.[1] ?? 0);
  await client.page.getByPlaceholder("Type a message...").fill("Are you on your way?");
  await client.page.keyboard.press("Enter");
  await expect.poll(title, soon).toMatch(new RegExp(` \\(${before + 1}\\)$`));
  await plumber.page.goto("/plumber-dashboard/messages/democlient09");
  await plumber.page.getByRole("log").getByText("Are you on your way?").waitFor();
  await expect.poll(title, soon).not.toContain(`(${before + 1})`);
});
