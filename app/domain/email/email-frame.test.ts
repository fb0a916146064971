import { expect, test } from "vitest";
import { emailFrameForm, greet, USUAL_FRAME } from "./email-frame";
import { renderEmail } from "./email-template";

test.each([
  ["Hello {name},", "Rudo", "Hello Rudo,"],
  ["Hello {name},", null, "Hello,"],
  ["{name}: good day", null, ": good day"],
  ["Good day", "Rudo", "Good day"],
])("'%s' to %s reads '%s'", (greeting, name, said) => {
  expect(greet(greeting, name)).toBe(said);
});

test.each([
  ["an empty greeting", { greeting: " " }, false],
  ["a long greeting", { greeting: "x".repeat(61) }, false],
  ["a link", { greeting: "Hello", closing: "See https://example.test" }, false],
  ["HTML", { greeting: "<b>Hello</b>" }, false],
  ["another placeholder", { greeting: "Hello {surname}" }, false],
  ["plain words", { greeting: "  Good day {name}, ", closing: "Thank you." }, true],
])("%s in the frame of emails is taken: %#", (_, form, isTaken) => {
  expect(emailFrameForm.safeParse(form).success).toBe(isTaken);
});

test("the closing stands above the signature, and nothing stands there without one", () => {
  const template = { subject: "S", to: "Rudo & Co", paragraphs: ["It is done."] };
  const { text, html } = renderEmail(template, { greeting: "Good day {name},", closing: "Yours & ours" });
  expect(text).toMatch(/^Good day Rudo & Co,\n\nIt is done\.\n\nYours & ours\n\n-- \n/);
  expect(html).toContain("Good day Rudo &amp; Co,</p>");
  expect(html).toContain("Yours &amp; ours</p>");
  expect(renderEmail(template, USUAL_FRAME).text).toMatch(/^Hello Rudo & Co,\n\nIt is done\.\n\n-- \n/);
});
