import { expect, test } from "vitest";
import { renderEmail } from "./email-template";

test("an email shows what people wrote as text, never as HTML, and keeps its subject on one line", () => {
  const rendered = renderEmail({
    subject: "Hi\r\nBcc: all@example.test",
    to: "Rudo",
    paragraphs: ["A <b>bold</b> claim"],
    facts: [["Notes", '"><script>']],
  });
  expect(rendered.html).toContain("A &lt;b&gt;bold&lt;/b&gt; claim");
  expect(rendered.html).not.toContain("<script>");
  expect(rendered.subject).toBe("Hi Bcc: all@example.test");
});

test("a time of day stays on one line where it is drawn, and is plain where it is text", () => {
  const { html, text } = renderEmail({
    subject: "Hi",
    to: "Rudo",
    paragraphs: ["Tendai comes at 10:30 am."],
    facts: [["When", "Fri 20 Nov 2026, 2:00 pm"]],
  });
  expect(html).toContain("comes at 10:30\u00a0am.");
  expect(html).toContain("2026, 2:00\u00a0pm");
  expect(text).toContain("When: Fri 20 Nov 2026, 2:00 pm");
});
