import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { afterDay, atTime, inDays, soon } from "./support/clock";
import { openLive, untilLive } from "./support/live";
import { bookButton, chooseSlot, describeVisit, giveAddress } from "./support/request";
import { startSite } from "./support/site";
import { translate } from "./support/translate";
import { sendMessage } from "./support/users";

const site = await startSite();

test("a request appears for two admins, one assigns it, and its plumber and client see it", async () => {
  const client = await openLive(site, 1280, "client12@pombi.test", "/client-dashboard/book");
  const plumber = await openLive(site, 1280, "plumber18@pombi.test", "/plumber-dashboard/notifications");
  const admin = await openLive(site, 1280, "admin@pombi.test", "/admin-dashboard");
  const otherAdmin = await openLive(site, 1280, "admin@pombi.test", "/admin-dashboard/dispatch");
  const unassigned = () => admin.page.locator("main li", { hasText: "Unassigned requests" }).locator("b").innerText();
  const before = Number(await unassigned());
  await client.page.getByLabel("What's the problem?").selectOption("Leak Fixing");
  await client.page.getByLabel("Date").fill(inDays(12));
  await client.page.getByLabel("Time").fill("11:15");
  await giveAddress(client.page, "Desk Park, Harare", "99 Desk Lane");
  await client.page.getByRole("button", { name: "Book Service" }).click();
  await client.page.getByText("Booking request sent!").waitFor();
  await expect.poll(unassigned, soon).toBe(String(before + 1));
  const waiting = otherAdmin.page.locator("[data-row]", { hasText: "Desk Park" });
  await waiting.waitFor(soon);

  await admin.page.getByRole("link", { name: /Unassigned requests/ }).click();
  // The office's day lists it too.
  await admin.page.waitForURL(/admin-dashboard\/dispatch\?/);
  await admin.page.locator("[data-row]", { hasText: "Desk Park" }).getByRole("link").first().click();
  await admin.page.getByRole("heading", { name: "Plumbers in Harare" }).waitFor();
  await admin.page.getByRole("link", { name: "All cities" }).click();
  await admin.page.getByRole("heading", { name: "Plumbers in all cities" }).waitFor();
  await admin.page.getByRole("link", { name: /^Show all/ }).click();
  const name = (await plumber.page.locator("aside p").first().innerText()).trim();
  await admin.page
    .locator("main tr", { hasText: name })
    .getByRole("button", { name: /^Assign / })
    .click();
  await admin.page.getByText("The booking is assigned.").waitFor();
  await waiting.waitFor({ state: "detached", ...soon });
  await plumber.page.locator("main li", { hasText: "11:15 am" }).waitFor(soon);
  await client.page.getByRole("link", { name }).waitFor(soon);
  await admin.page.waitForURL(/admin-dashboard\/dispatch\?/);
});

test("a form without script sends a message, and a reply appears next to a half-written one", async () => {
  const { page } = await site.open({ width: 360, script: false }, "client11@pombi.test");
  await page.goto("/client-dashboard/messages/demoadmin");
  const frame = page.frameLocator("iframe[title='New messages']");
  await frame.getByText("New messages appear here.").waitFor();
  await sendMessage(page, "I cannot find my invoice");
  await page.getByRole("log").getByText("I cannot find my invoice").waitFor();
  await page.getByPlaceholder("Type a message...").fill("Half a senten");

  const admin = await site.open({ width: 1280, script: true }, "admin@pombi.test");
  await admin.page.goto("/admin-dashboard/messages/democlient11");
  await admin.page.getByRole("log").getByText("I cannot find my invoice").waitFor();
  expect(await admin.page.locator("iframe").count()).toBe(0);
  await sendMessage(admin.page, "Your answer");
  await admin.page.getByRole("img", { name: "Sending" }).waitFor({ state: "detached" });

  // The frame's own reload after 30 seconds.
  const inner = page.frames().find((one) => one.url().includes("/new?"))!;
  await inner.goto(inner.url());
  await frame.getByText("Your answer").waitFor();
  expect(await page.getByPlaceholder("Type a message...").inputValue()).toBe("Half a senten");
  await frame.getByRole("link", { name: "Reload" }).click();
  await page.getByRole("log").getByText("Your answer").waitFor();
});

test("a half-written message survives a translation, the answer that comes meanwhile, a link, and Back", async () => {
  const client = await openLive(site, 1280, "client8@pombi.test", "/client-dashboard/messages/demoadmin");
  const admin = await openLive(site, 1280, "admin@pombi.test", "/admin-dashboard");
  const box = client.page.getByPlaceholder("Type a message...");
  // Not by the form, which says first that someone is typing: that draws the contact again.
  const answer = async (words: string) => {
    await admin.page.evaluate(
      (content) =>
        fetch("/messages/democlient08", {
          method: "POST",
          body: new URLSearchParams({ id: crypto.randomUUID(), content }),
        }),
      words,
    );
    await client.page.getByRole("log").getByText(words).waitFor(soon);
  };
  await box.fill("Where are you?");
  await client.page.keyboard.press("Enter");
  await client.page.getByRole("log").getByRole("img", { name: "Sent" }).last().waitFor(soon);
  await untilLive(client.page, () => client.page.reload(), 2);
  // The list of contacts beside the conversation says whose the last words are, and after the answer no longer.
  const contact = client.page.getByRole("link", { name: "You: Where are you?" });
  await contact.waitFor(soon);
  await box.fill("Half a senten");
  await translate(client.page);
  await answer("At the office");
  await contact.waitFor({ state: "detached" });
  await translate(client.page);
  await answer("And you?");
  expect(await client.page.getByRole("link", { name: /And you\?/ }).innerText()).not.toMatch(/You:|office/);
  expect(await box.inputValue()).toBe("Half a senten");
  await client.page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Bookings" }).click();
  await client.page.waitForURL(/bookings/);
  await client.page.goBack();
  await expect.poll(() => box.inputValue(), soon).toBe("Half a senten");
  expect(client.complaints).toEqual([]);
});

test("a booking, its confirmation, both sides' messages and the review appear live at the other side", async () => {
  const client = await openLive(site, 360, "client3@pombi.test", "/client-dashboard/bookings");
  const plumber = await openLive(site, 360, "plumber9@pombi.test", "/plumber-dashboard/notifications");

  const booking = await client.context.newPage();
  await booking.goto("/appointment/demoplumber09");
  // The demo town may have another job of theirs at that time of another day.
  const [day] = /\d+ \w+/.exec(await booking.locator(".day").nth(4).innerText())!;
  const time = await chooseSlot(booking, 4, 6);
  await describeVisit(booking);
  await bookButton(booking).click();
  await booking.getByText("Booking successful!").waitFor();
  const itemIn = (list: Locator, ...texts: string[]) =>
    texts.reduce((item, hasText) => item.filter({ hasText }), list.getByRole("listitem"));
  const unseen = plumber.page.getByRole("list", { name: "Unseen Bookings" });
  const request = itemIn(unseen, "Thandiwe Mpofu", day!, time);
  await request.waitFor(soon);
  const listed = (page: Page) => page.getByRole("main");
  const card = itemIn(listed(client.page), "Mthunzi Dube", day!, time);
  await card.getByText("pending").waitFor(soon);

  await request.getByRole("link", { name: "View" }).click();
  await plumber.page.getByRole("button", { name: "Confirm" }).click();
  await plumber.page.getByText("The job is confirmed.").waitFor();
  await card.getByText("confirmed").waitFor(soon);

  await card.getByRole("link", { name: "View" }).click();
  await client.page.getByRole("link", { name: "Message", exact: true }).click();
  await plumber.page.getByRole("link", { name: "Message", exact: true }).click();
  await plumber.page.getByText("Online").waitFor(soon);
  await client.page.getByPlaceholder("Type a message...").fill("Shall I close the valve?");
  await plumber.page.getByRole("region").getByText("typing…").waitFor(soon);
  await client.page.getByRole("button", { name: "Send" }).click();
  await plumber.page.getByRole("log").getByText("Shall I close the valve?").waitFor(soon);
  await sendMessage(plumber.page, "Yes, the red one.");
  await client.page.getByRole("log").getByText("Yes, the red one.").waitFor(soon);
  expect(await client.page.getByRole("log").getByText("Shall I close the valve?").count()).toBe(1);
  // The plumber has the conversation open: the client sees that it was read.
  await client.page.getByRole("img", { name: "Read" }).last().waitFor(soon);

  const forms = client.page.locator("#review form");
  const formsBefore = await forms.count();
  await atTime(site.origin, afterDay(4), async () => {
    // Sockets that were opened days ago are gone by now.
    await untilLive(client.page, () => client.page.reload(), 2);
    await plumber.page.goto("/plumber-dashboard/jobs");
    await itemIn(listed(plumber.page), "Thandiwe Mpofu", "Today", time).getByRole("link", { name: "View" }).click();
    await plumber.page.getByRole("link", { name: "Mark Completed", exact: true }).click();
    await plumber.page.getByLabel("Final amount").fill("31,5");
    // The button says the amount as it is typed.
    await plumber.page.getByRole("button", { name: "Mark Completed, $31.50" }).waitFor();
    await plumber.page.getByLabel("Final amount").fill("25");
    await plumber.page.getByRole("button", { name: "Mark Completed, $25", exact: true }).click();
    await plumber.page.getByText("The job is completed.").waitFor();
    // Under the open chat the review form appears by itself, above those of earlier jobs.
    await expect.poll(() => forms.count(), soon).toBe(formsBefore + 1);
    await client.page.getByText(/^Leave a review for /).click();
    if (formsBefore > 0) await client.page.locator("#review summary").first().click();
    const form = forms.first();
    await form.getByLabel("4 stars").check();
    await form.getByLabel("Comment").fill("Came early.");
    await form.getByRole("button", { name: "Submit 4 stars" }).click();
    await client.page.getByText("Review submitted!").waitFor();
  });
  await client.page.goto("/appointment/demoplumber09");
  await client.page.getByText("Came early.").waitFor();
});

test("the second of two admins who change a setting at once hears of it and keeps what they typed", async () => {
  const page = "/admin-dashboard/settings";
  const first = await openLive(site, 1280, "admin@pombi.test", page);
  const second = await openLive(site, 1280, "admin@pombi.test", page);
  const frame = ({ page }: { page: Page }) => page.locator("#email-frame");
  for (const one of [first, second]) await frame(one).locator("summary").click();
  await frame(second).getByLabel("Closing").fill("Words of the second");
  await frame(first).getByLabel("Closing").fill("Words of the first");
  await frame(first).getByRole("button", { name: "Save" }).click();
  await frame(second).getByText("… Words of the first").first().waitFor(soon);
  await frame(second).getByRole("button", { name: "Save" }).click();
  await frame(second).getByText("Someone else has changed this").waitFor();
  expect(await frame(second).getByLabel("Closing").inputValue()).toBe("Words of the second");
  await frame(second).getByRole("button", { name: "Save" }).click();
  await frame(first).getByText("… Words of the second").first().waitFor(soon);
});
