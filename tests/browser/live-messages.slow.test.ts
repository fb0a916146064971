import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openLive } from "./support/live";
import { startSite } from "./support/site";
import { soon } from "./support/clock";

const site = await startSite();
const { origin } = site;

const at = (email: string, path: string) => openLive(site, 360, email, path);

test("200 messages from both sides, many sent twice, while two pages are reloaded and cut off: both end with the same list", async () => {
  const plumber = await at("plumber20@pombi.test", "/plumber-dashboard/messages/democlient06");
  const client = await at("client6@pombi.test", "/client-dashboard/messages/demoplumber20");
  const pages = [client, plumber];
  const cookies = await Promise.all(
    pages.map(async ({ context }) => (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")),
  );
  const to = ["demoplumber20", "democlient06"];
  const send = async (side: number, turn: number) => {
    for (let time = 0; time < (turn % 5 === 0 ? 2 : 1); time++) {
      const answer = await fetch(`${origin}/messages/${to[side]}`, {
        method: "POST",
        body: new URLSearchParams({ id: `flow-message-${side}-${turn}`, content: `Flow ${side}.${turn}` }),
        headers: { Origin: origin, Cookie: cookies[side]! },
      });
      expect(answer.status).toBe(200);
    }
  };
  const troubles: Record<number, () => Promise<unknown>> = {
    10: () => client.page.reload(),
    20: () => plumber.context.setOffline(true),
    50: () => plumber.context.setOffline(false),
    60: () => plumber.page.reload(),
  };
  await Promise.all(
    [0, 1].map(async (side) => {
      for (let turn = 0; turn < 100; turn++)
        await Promise.all([send(side, turn), side === 0 ? troubles[turn]?.() : undefined]);
    }),
  );
  const shown = async ({ page }: { page: Page }) =>
    (await page.getByRole("log").locator("li p:first-child").allInnerTexts()).filter((text) => text.startsWith("Flow"));
  // A page that was reloaded begins with the newest fifty: the older ones are a tap away.
  for (const side of pages) {
    while ((await shown(side)).length < 200) {
      const before = (await shown(side)).length;
      await side.page.getByRole("link", { name: "Older messages" }).click();
      await expect.poll(async () => (await shown(side)).length).toBeGreaterThan(before);
    }
  }
  const [one, two] = await Promise.all(pages.map(shown));
  expect(one).toHaveLength(200);
  expect(new Set(one).size).toBe(200);
  expect(one).toEqual(two);
});

test("an unread message counts in the menu and the title at once, and no more after it was read", async () => {
  const plumber = await at("plumber24@pombi.test", "/plumber-dashboard/jobs");
  const client = await at("client9@pombi.test", "/client-dashboard/messages/demoplumber24");
  const title = () => plumber.page.title();
  const before = Number(/ \((\d+)\)$/.exec(await title())?.[1] ?? 0);
  await client.page.getByPlaceholder("Type a message...").fill("Are you on your way?");
  await client.page.keyboard.press("Enter");
  await expect.poll(title, soon).toMatch(new RegExp(` \\(${before + 1}\\)$`));
  await plumber.page.goto("/plumber-dashboard/messages/democlient09");
  await plumber.page.getByRole("log").getByText("Are you on your way?").waitFor();
  await expect.poll(title, soon).not.toContain(`(${before + 1})`);
});
