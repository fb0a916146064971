import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { instantOf } from "../time/harare";
import { type EmailTemplate, emailFrameForm, greet } from "./email-template";
import { renderEmail } from "./render-email";

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

const FOOTER = { why: "You get this email because of your booking.", settings: "https://pombi.test/settings" };
const HEAD = "It's done\n\n";

test("the closing stands above the signature, and nothing stands there without one", () => {
  const template = { subject: "It's done", to: "Rudo & Co", paragraphs: ["Look at it."] };
  const { text, html } = renderEmail(template, FOOTER, { greeting: "Good day {name},", closing: "Yours & ours" });
  expect(text).toContain(`${HEAD}Good day Rudo & Co,\n\nLook at it.\n\nYours & ours\n\n-- \n${FOOTER.why}`);
  expect(html).toContain("Good day Rudo &amp; Co,</p>");
  expect(html).toContain("Yours &amp; ours</p>");
  expect(renderEmail(template, FOOTER).text).toContain(`${HEAD}Hello Rudo & Co,\n\nLook at it.\n\n-- \n`);
});

const QUOTE: EmailTemplate = {
  subject: "Tendai Moyo's quote: $79.50",
  reference: "PB-7K3QF2",
  to: "Rudo",
  paragraphs: ["Accept or decline it."],
  line: { names: ["Sent", "Confirmed", "Done"], reached: 1, current: 0, isClosed: false },
  action: { label: "Accept or decline $79.50", url: "https://pombi.test/client-dashboard/bookings/id" },
  second: { label: "Call Tendai", url: "tel:+263771555666" },
  facts: [
    ["When", { time: instantOf("2026-11-20", 840) }],
    ["Service", "Leak Fixing"],
    ["Plumber", { person: "Tendai Moyo", image: "https://pombi.test/photos/k.webp", rating: "4.8 stars, 12 reviews" }],
    ["Phone", { phone: "+263771555666" }],
    ["Pipe", { money: 54_50 }],
    ["Total", { money: 79_50, isTotal: true }],
  ],
  closing: "Ask us.",
};

const { DOCUMENT_POSITION_FOLLOWING } = new JSDOM("").window.Node;
const wordsOf = (html: string) => new JSDOM(html).window.document.body;

test("lists of emails show what to do beside the subject, else the first paragraph", () => {
  const shown = (template: EmailTemplate) =>
    wordsOf(renderEmail(template, FOOTER).html).querySelector("[style*='display:none']")?.textContent;
  expect(shown(QUOTE)).toBe("Accept or decline it.");
  expect(shown({ ...QUOTE, preview: "By Sun & not later" })).toBe("By Sun & not later");
});

test("the two parts of an email say the same, and only the HTML draws the line", () => {
  const { text, html, subject } = renderEmail(QUOTE, FOOTER);
  expect(subject).toBe("Tendai Moyo's quote: $79.50 (PB-7K3QF2)");
  const body = wordsOf(html);
  const drawn = body.textContent!.replace(/\s+/g, " ");
  const links = [...body.querySelectorAll("a")].map(({ href }) => href);
  const said = text.split("\n").flatMap((line) => (line === "-- " ? [] : line.split(/(?<=\w): /)));
  for (const words of said) {
    const word = words
      .replace(/:$/, "")
      .replace(/ ([ap]m)$/, "\u00a0$1")
      .replace(/\s+/g, " ");
    if (word.startsWith("https:")) expect(links).toContain(word);
    else for (const part of word.split(/, (?=4\.8)/)) expect(drawn).toContain(part.trim());
  }
  for (const link of links.filter((link) => link.startsWith("https:"))) expect(text).toContain(link);
});

test("buttons stand below the heading; of the facts only time and money are bold, and a total has a rule", () => {
  const body = wordsOf(renderEmail(QUOTE, FOOTER).html);
  const order = ["h1", "a.primary, .primary a", "a[href^='tel:+263771555666']", ".wet", "b", "img"].map((selector) =>
    body.querySelector(selector)!,
  );
  for (const [index, element] of order.slice(1).entries())
    expect(order[index]!.compareDocumentPosition(element) & DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect([...body.querySelectorAll("b")].map(({ textContent }) => textContent)).toEqual([
    "Fri 20 Nov 2026, 2:00\u00a0pm",
  ]);
  const amounts = [...body.querySelectorAll<HTMLElement>("td[align=right]")];
  expect(amounts.map(({ textContent, style }) => [textContent, style.fontWeight, style.borderTop !== ""])).toEqual([
    ["$54.50", "600", false],
    ["$79.50", "600", true],
  ]);
  expect([...body.querySelectorAll("td[width='33.3%']")]).toHaveLength(3);
});

test("mail programs get a title, words for the list of emails, and colours for dark screens", () => {
  const { html } = renderEmail(QUOTE, FOOTER);
  expect(html).toContain("<title>Tendai Moyo&#39;s quote: $79.50</title>");
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const page = new JSDOM(html).window.document;
  expect(page.body.firstElementChild!.textContent).toBe("Accept or decline it.");
  const coloured = [...page.querySelectorAll<HTMLElement>("[style*=color], [style*=background]")];
  const isValve = (element: HTMLElement) => element.style.background.includes("143, 29, 23");
  for (const element of coloured.filter((element) => !isValve(element)))
    expect(element.closest("[class]")?.className, element.outerHTML.slice(0, 200)).toMatch(/./);
});

test("an email shows what people wrote as text, never as HTML, and keeps its subject on one line", () => {
  const rendered = renderEmail(
    {
      subject: "Hi\r\nBcc: all@example.test",
      to: "Rudo",
      paragraphs: ["A <b>bold</b> claim"],
      facts: [
        ["Notes", '"><script>'],
        ["Plumber", { person: "<script>", image: '"><script>', rating: null }],
      ],
    },
    FOOTER,
  );
  expect(rendered.html).toContain("A &lt;b&gt;bold&lt;/b&gt; claim");
  expect(rendered.html).not.toContain("<script>");
  expect(rendered.subject).toBe("Hi Bcc: all@example.test");
});

test("a time of day stays on one line where it is drawn, and is plain where it is text", () => {
  const facts: [string, string][] = [["When", "Fri 20 Nov 2026, 2:00 pm"]];
  const { html, text } = renderEmail(
    { subject: "Hi", to: "Rudo", paragraphs: ["Tendai comes at 10:30 am."], facts },
    FOOTER,
  );
  for (const time of ["comes at 10:30\u00a0am.", "2026, 2:00\u00a0pm"]) expect(html).toContain(time);
  expect(text).toContain("When: Fri 20 Nov 2026, 2:00 pm");
});
