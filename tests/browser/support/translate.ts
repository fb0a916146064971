import type { Page } from "playwright-core";

/**
 * Does to a page what Chrome's translation does: puts two `font` elements in place of each text node; text nodes side by
 * side become one.
 */
export async function translate(page: Page): Promise<void> {
  await page.waitForFunction(() => !/native code/.test(String(Node.prototype.removeChild)));
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.isConnected || text.parentElement?.closest("script, style, noscript, textarea, option")) continue;
      const { wholeText } = text;
      if (!wholeText.trim()) continue;
      const font = document.createElement("font");
      font.appendChild(document.createElement("font")).textContent = wholeText;
      text.replaceWith(font);
      while (font.nextSibling instanceof Text) font.nextSibling.remove();
    }
  });
}
