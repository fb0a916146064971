import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TOPICS } from "~/db/notice-channels";
import { templateMessage, WHATSAPP_TEMPLATES } from "./whatsapp-sender";

const ORIGIN = "https://pombi.co.zw";
const notice = {
  title: "Tendai has\nconfirmed the booking.",
  body: "Sat 21 Nov,\t\t  9:00 am",
  path: "/client-dashboard/bookings/b1",
  tag: "k3f9",
  bookingId: "b1",
  reference: "PB-7K3QF2",
};

test("docs/whatsapp-templates.md has every template, word by word", () => {
  const page = readFileSync("docs/whatsapp-templates.md", "utf8");
  expect(page.match(/^## /gm)).toHaveLength(WHATSAPP_TEMPLATES.length);
  for (const { name, category, body, examples, button } of WHATSAPP_TEMPLATES) {
    const [, section = ""] = page.split(`## ${name}\n`);
    const [text = ""] = section.split("\n## ");
    expect(text, name).toContain(`Category: ${category}.`);
    expect(text, name).toContain(`Button: ${button}.`);
    if (body) expect(text, name).toContain(`> ${body}\n`);
    for (const [at, example] of examples.entries()) expect(text, name).toContain(`- {{${at + 1}}}: ${example}\n`);
  }
});

describe("each template is one that Meta can approve", () => {
  test.each(WHATSAPP_TEMPLATES.map((template) => [template.name, template] as const))("%s", (name, template) => {
    expect(name).toMatch(/^[a-z_]{1,512}$/);
    expect(template.button.length).toBeLessThanOrEqual(25);
    if (template.body === null) return;
    const found = [...template.body.matchAll(/\{\{(\d)\}\}/g)].map(([, at]) => Number(at));
    expect(found).toEqual(template.examples.map((_, at) => at + 1));
    // Neither at the beginning nor at the end, and with enough words for each.
    expect(template.body).not.toMatch(/^\{\{|\}\}\W?$/);
    expect(template.body.split(" ").length).toBeGreaterThan(4 * found.length);
  });
});

test("every topic has a template; its variables are one line each, its button leads to the booking", () => {
  for (const topic of TOPICS) {
    const { name, components } = templateMessage(topic, notice, {
      link: `${ORIGIN}/bookings/PB-7K3QF2`,
      origin: ORIGIN,
    });
    const { examples } = WHATSAPP_TEMPLATES.find((one) => one.name === name)!;
    expect(components[0]!.parameters).toHaveLength(examples.length);
    expect(components[0]!.parameters[0]!.text).toBe("Tendai has confirmed the booking");
    expect(components[1]!.parameters).toEqual([{ type: "text", text: "bookings/PB-7K3QF2" }]);
  }
});

test("a code goes by the template for codes, twice, as Meta wants it", () => {
  const { name, components } = templateMessage(
    "account",
    { ...notice, code: "123456", path: "" },
    { link: null, origin: ORIGIN },
  );
  expect(name).toBe("pombi_phone_code");
  expect(components.map(({ parameters }) => parameters[0]!.text)).toEqual(["123456", "123456"]);
});
