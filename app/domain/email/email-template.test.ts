import { expect, test } from "vitest";
import { emailFrameForm, greet, USUAL_FRAME, renderEmail } from "./email-template";

test.each([
  ["Hello {name},", "Rudo", "Hello Rudo,"],
  ["Hello {name},", null, "Hello,"],
  ["{name}: good day", null, ": good day"],
  ["Good day", "Rudo", "Good day"],
])("the greeting '%s' to %s reads '%s'", (greeting, name, said) => expect(greet(greeting, name)).toBe(said));

test.each([
  ["an empty greeting", { greeting: " " }, false],
  ["a long greeting", { greeting: "x".repeat(61) }, false],
  ["a link", { greeting: "Hello", closing: "See https://example.test" }, false],
  ["HTML", { greeting: "<b>Hello</b>" }, false],
  ["another placeholder", { greeting: "Hello {surname}" }, false],
  ["plain words", { greeting: "  Good day {name}, ", closing: "Thank you." }, true],
])("%s in the frame of emails is taken: %#", (_, form, isTaken) =>
  expect(emailFrameForm.safeParse(form).success).toBe(isTaken),
);

test("the closing stands above the signature, and nothing stands there without one", () => {
  const template = { subject: "S", to: "Rudo & Co", paragraphs: ["It is done."] };
  const { text, html } = renderEmail(template, { greeting: "Good day {name},", closing: "Yours & ours" });
  expect(text).toMatch(/^Good day Rudo & Co,\n\nIt is done\.\n\nYours & ours\n\n-- \n/);
  expect(html).toContain("Good day Rudo &amp; Co,</p>");
  expect(html).toContain("Yours &amp; ours</p>");
  expect(renderEmail(template, USUAL_FRAME).text).toMatch(/^Hello Rudo & Co,\n\nIt is done\.\n\n-- \n/);
});

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
  const facts: [string, string][] = [["When", "Fri 20 Nov 2026, 2:00 pm"]];
  const { html, text } = renderEmail({ subject: "Hi", to: "Rudo", paragraphs: ["Tendai comes at 10:30 am."], facts });
  for (const time of ["comes at 10:30\u00a0am.", "2026, 2:00\u00a0pm"]) expect(html).toContain(time);
  expect(text).toContain("When: Fri 20 Nov 2026, 2:00 pm");
});
