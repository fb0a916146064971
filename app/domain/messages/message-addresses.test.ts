import { expect, test } from "vitest";
import { splitAtAddresses } from "./message-addresses";

const addressesIn = (content: string) => splitAtAddresses(content).filter((_, index) => index % 2 === 1);

test("a message is split at its addresses, and nothing of it is lost", () => {
  const content = "The gate: https://maps.google.com/?q=-17.82,31.05&z=3#here, or\nhttp://x.co.zw/a. Thanks!";
  expect(splitAtAddresses(content)).toEqual([
    "The gate: ",
    "https://maps.google.com/?q=-17.82,31.05&z=3#here",
    ", or\n",
    "http://x.co.zw/a",
    ". Thanks!",
  ]);
  expect(splitAtAddresses("No address")).toEqual(["No address"]);
});

test.each([
  ["a full stop", "See https://x.zw/a.", "https://x.zw/a"],
  ["several marks", "Is it https://x.zw/a?!...", "https://x.zw/a"],
  ["brackets around it", "(https://x.zw/a)", "https://x.zw/a"],
  ["brackets and a full stop", "(see https://x.zw/a).", "https://x.zw/a"],
  ["brackets of its own", "https://x.zw/Tap_(valve), or", "https://x.zw/Tap_(valve)"],
  ["its own brackets inside others", "(https://x.zw/Tap_(valve))", "https://x.zw/Tap_(valve)"],
  ["square brackets", "[https://x.zw/a]", "https://x.zw/a"],
  ["a tag", "<https://x.zw/a>", "https://x.zw/a"],
  ["quotes", `"https://x.zw/a"`, "https://x.zw/a"],
  ["apostrophes", "'https://x.zw/a'", "https://x.zw/a"],
  ["curly quotes", "“https://x.zw/a”", "https://x.zw/a"],
  ["stars", "*https://x.zw/a*", "https://x.zw/a"],
  ["a slash at its end", "https://x.zw/a/.", "https://x.zw/a/"],
  ["capitals", "HTTPS://X.zw/A", "HTTPS://X.zw/A"],
  ["a colon before it", "Map:https://x.zw/a", "https://x.zw/a"],
  ["a port and a query", "http://x.zw:8080/?a=1&b='2'", "http://x.zw:8080/?a=1&b='2"],
])("an address with %s is a link without it", (_, content, address) => {
  expect(addressesIn(content)).toEqual([address]);
  expect(splitAtAddresses(content).join("")).toBe(content);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,<b>",
  "ftp://x.zw/a",
  "mailto:a@x.zw",
  "www.x.zw",
  "//x.zw/a",
  "xhttps://x.zw/a",
  "my_http://x.zw/a",
  "https://",
  "https:// x.zw",
  "http://...",
  "https:///x.zw",
  'https://"onclick="alert(1)',
  "httpss://x.zw",
])("%s is no link", (content) => {
  expect(splitAtAddresses(content)).toEqual([content]);
});

test("a link never has quotes, tags or spaces in it", () => {
  const content = `https://x.zw/"onclick=alert(1)<script>https://y.zw/'><img src=x onerror=alert(1)>`;
  expect(addressesIn(content)).toEqual(["https://x.zw/", "https://y.zw/"]);
});
