import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TOPICS } from "~/db/notice-channels";
import { gsmLength, SMS_LENGTH, smsText, toGsm } from "./sms-text";
import { templateMessage, WHATSAPP_TEMPLATES } from "./whatsapp-sender";

const ORIGIN = "https://pombi.co.zw";
const notice = {
  title: "Tendai Moyo has confirmed the booking",
  body: "Sat 21 Nov, 9:00 am, Leak Repair",
  path: "/client-dashboard/bookings/k3f9",
  tag: "k3f9",
  bookingId: "k3f9",
  reference: "PB-7K3QF2",
};

test("a booking's text message leads to it by its reference, on any phone", () => {
  expect(smsText(notice, ORIGIN)).toBe(
    "Tendai Moyo has confirmed the booking. Sat 21 Nov, 9:00 am, Leak Repair https://pombi.co.zw/bookings/PB-7K3QF2",
  );
});

test.each([
  [
    "another page by its path",
    { path: "/plumber-dashboard", bookingId: null },
    / https:\/\/pombi\.co\.zw\/plumber-dashboard$/,
  ],
  ["an answer link as it is", { path: "/answer/token" }, / https:\/\/pombi\.co\.zw\/answer\/token$/],
  ["nothing where there is no page", { path: "" }, /Leak Repair$/],
])("a text message leads to %s", (_, more, end) => {
  expect(smsText({ ...notice, ...more }, ORIGIN)).toMatch(end);
});

test("however long its words are, a text message is one and keeps its link", () => {
  for (let length = 1; length < 400; length += 7) {
    const text = smsText({ ...notice, title: "Ténd€ ".repeat(length), body: "[x]".repeat(length) }, ORIGIN);
    expect(gsmLength(text)).toBeLessThanOrEqual(SMS_LENGTH);
    expect(text).toMatch(/ https:\/\/pombi\.co\.zw\/bookings\/PB-7K3QF2$/);
  }
});

test.each([
  ["Tendai’s “leak” – today…", `Tendai's "leak" - today...`],
  ["Zoë, Ñusta, Å", "Zoe, Ñusta, Å"],
  ["Ŵanda", "Wanda"],
  ["Rudo 🙂 Moyo", "Rudo Moyo"],
  ["€5 [a]", "€5 [a]"],
])("%s becomes %s in the phones' alphabet", (text, plain) => {
  expect(toGsm(text)).toBe(plain);
});

test("docs/whatsapp-templates.md has every template, word by word", () => {
  const page = readFileSync("docs/whatsapp-templates.md", "utf8");
  expect(page.match(/^## /gm)).toHaveLength(WHATSAPP_TEMPLATES.length);
  for (const { name, category, body, examples, button, replies = [] } of WHATSAPP_TEMPLATES) {
    const [, section = ""] = page.split(`## ${name}\n`);
    const [text = ""] = section.split("\n## ");
    expect(text, name).toContain(`Category: ${category}.`);
    expect(text, name).toContain(`Button: ${button}.`);
    expect(text.includes("Quick replies"), name).toBe(replies.length > 0);
    if (replies.length > 0) expect(text, name).toContain(`Quick replies: ${replies.join(", ")}.`);
    if (body) expect(text, name).toContain(`> ${body}\n`);
    for (const [at, example] of examples.entries()) expect(text, name).toContain(`- {{${at + 1}}}: ${example}\n`);
  }
});

test.each(WHATSAPP_TEMPLATES.map((template) => [template.name, template] as const))(
  "Meta can approve the template %s",
  (name, template) => {
    expect(name).toMatch(/^[a-z_]{1,512}$/);
    expect(template.button.length).toBeLessThanOrEqual(25);
    if (template.body === null) return;
    const found = [...template.body.matchAll(/\{\{(\d)\}\}/g)].map(([, at]) => Number(at));
    expect(found).toEqual(template.examples.map((_, at) => at + 1));
    // Neither at the beginning nor at the end, and with enough words for each.
    expect(template.body).not.toMatch(/^\{\{|\}\}\W?$/);
    expect(template.body.split(" ").length).toBeGreaterThan(4 * found.length);
  },
);

test("every topic has a template; its variables are one line each, its button leads to the booking", () => {
  for (const topic of TOPICS) {
    const { name, components } = templateMessage(
      topic,
      { ...notice, title: "Tendai has\nconfirmed the booking.", body: "Sat 21 Nov,\t\t  9:00 am" },
      { link: `${ORIGIN}/bookings/PB-7K3QF2`, origin: ORIGIN },
    );
    const { examples } = WHATSAPP_TEMPLATES.find((one) => one.name === name)!;
    expect(components[0]!.parameters).toHaveLength(examples.length);
    expect(components[0]!.parameters[0]).toEqual({ type: "text", text: "Tendai has confirmed the booking" });
    expect(components[1]!.parameters).toEqual([{ type: "text", text: "bookings/PB-7K3QF2" }]);
  }
});

test("a code goes by the template for codes, twice, as Meta wants it", () => {
  const code = { ...notice, code: "123456", path: "" };
  const { name, components } = templateMessage("account", code, { link: null, origin: ORIGIN });
  expect(name).toBe("pombi_phone_code");
  expect(components.map(({ parameters }) => parameters)).toEqual(
    ["123456", "123456"].map((text) => [{ type: "text", text }]),
  );
});
