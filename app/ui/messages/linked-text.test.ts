import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinkedText } from "./linked-text";

const written = (content: string) =>
  renderToStaticMarkup(createElement(LinkedText, { content })).replace(/^<p[^>]*>(.*)<\/p>$/s, "$1");

test("an address in a message is a link to a new tab, in its own words", () => {
  expect(written("See https://x.zw/?a=1&b=2.")).toBe(
    'See <a href="https://x.zw/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow ugc">https://x.zw/?a=1&amp;b=2</a>.',
  );
});

test("nothing that is written in a message is markup, and no other scheme is a link", () => {
  expect(written(`<img src=x onerror="alert(1)">javascript:alert(1)`)).toBe(
    "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;javascript:alert(1)",
  );
  expect(written(`https://x.zw/"onclick="alert(1)`)).toMatch(/^<a href="https:\/\/x\.zw\/" [^"]*"_blank"[^>]*>/);
});
