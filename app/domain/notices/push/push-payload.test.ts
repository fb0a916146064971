import { expect, test } from "vitest";
import { LARGEST_PAYLOAD, writePushPayload } from "./push-payload";

const SHORT = {
  title: "Rudo wants to book you",
  body: "Tue 24 Nov, 10:30 am",
  path: "/plumber-dashboard/jobs/b1",
  tag: "b1",
};
const written = (short: Partial<typeof SHORT>) => {
  const text = writePushPayload("n1", { ...SHORT, ...short }, "https://pombi.test");
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(LARGEST_PAYLOAD);
  return (JSON.parse(text) as { notification: typeof SHORT }).notification;
};

test("a payload is that of declarative push, with an address to open and the notice's id", () => {
  expect(JSON.parse(writePushPayload("n1", SHORT, "https://pombi.test"))).toEqual({
    web_push: 8030,
    notification: {
      title: "Rudo wants to book you",
      body: "Tue 24 Nov, 10:30 am",
      navigate: "https://pombi.test/plumber-dashboard/jobs/b1",
      tag: "b1",
      data: "n1",
    },
  });
});

test.each([
  ["long", "a".repeat(5000)],
  ["of emojis", "🚿".repeat(1000)],
  ["of quotes and line breaks", '"\n\u0001'.repeat(1000)],
  ["of accents", "é".repeat(2000)],
])("a text that is %s is cut to fit, never inside a character", (_, text) => {
  const { title, body } = written({ title: text, body: text });
  for (const part of [title, body]) {
    expect(part.endsWith("…")).toBe(true);
    expect(part.length).toBeGreaterThan(20);
    expect(part).not.toContain("\uFFFD");
    expect(text.startsWith(part.slice(0, -1).trimEnd())).toBe(true);
  }
});

test("what fits stays as it is", () => {
  expect(written({ body: "b".repeat(600) }).body).toBe("b".repeat(600));
});
