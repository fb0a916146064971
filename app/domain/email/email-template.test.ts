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
