import { vi } from "vitest";

/** The parts of a browser that a journey needs; everything is found by XPath, which both protocols of WebDriver know. */
export interface RemoteBrowser {
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  /** The elements that an XPath finds now: what `click`, `type` and `read` take. */
  find(xpath: string): Promise<string[]>;
  click(element: string): Promise<void>;
  type(element: string, text: string): Promise<void>;
  /** The text of the first element that an XPath finds. */
  read(xpath: string): Promise<string>;
  close(): Promise<void>;
}

const FIND_TIMEOUT_MS = 30_000;
const FOLLOW_TIMEOUT_MS = 5_000;

/** Someone in front of such a browser: waits for what is expected and names what is missing. */
export function visitorAt(browser: RemoteBrowser, origin: string) {
  async function until<T>(what: string, find: () => Promise<T | null | undefined | false>): Promise<T> {
    // A find throws while the page is turning, or when the element has just gone.
    const there = async () => {
      const found = await find();
      if (!found) throw new Error("not found");
      return found;
    };
    return vi.waitFor(there, { timeout: FIND_TIMEOUT_MS, interval: 150 }).catch(async (error: unknown) => {
      throw new Error(
        `${what}: not there after ${FIND_TIMEOUT_MS / 1000} s at ${await browser.url().catch(String)}. ${String(error)}`,
      );
    });
  }
  const see = (xpath: string) => until(xpath, async () => (await browser.find(xpath))[0]);
  return {
    goto: (path: string) =>
      until(`the page ${path}`, async () => (await browser.goto(new URL(path, origin).href), true)),
    see,
    seeText: (text: string) => see(textOf(text)),
    seeAddress: (part: string) => until(`the address ${part}`, async () => (await browser.url()).includes(part)),
    click: (xpath: string) => until(`a click on ${xpath}`, async () => (await browser.click(await see(xpath)), true)),
    /**
     * Clicks until the page shows `text`: a section that is laid out when it comes near can move its link away between the
     * driver's scrolling and its click, which lands where the link was.
     */
    follow: (xpath: string, text: string) =>
      until(`“${text}” behind ${xpath}`, async () => {
        const [element] = await browser.find(xpath);
        if (element) await browser.click(element);
        const seen = async () => {
          if ((await browser.find(textOf(text))).length === 0) throw new Error("not yet");
        };
        return vi.waitFor(seen, { timeout: FOLLOW_TIMEOUT_MS, interval: 150 }).then(
          () => true,
          () => false,
        );
      }),
    fill: async (label: string, text: string) => browser.type(await see(field(label)), text),
    type: async (xpath: string, text: string) => browser.type(await see(xpath), text),
    read: async (xpath: string) => (await see(xpath), (await browser.read(xpath)).trim()),
    has: async (xpath: string) => (await browser.find(xpath)).length > 0,
    close: () => browser.close(),
  };
}

export type Visitor = ReturnType<typeof visitorAt>;

const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`);
const textOf = (text: string) => `//body//*[not(self::script)][text()[contains(normalize-space(.), ${quoted(text)})]]`;
export const link = (text: string) => `//a[contains(normalize-space(.), ${quoted(text)})]`;
export const button = (text: string) => `//button[contains(normalize-space(.), ${quoted(text)})]`;
export const field = (label: string) =>
  `//*[self::input or self::textarea or self::select][@id = //label[contains(normalize-space(.), ${quoted(label)})]/@for]`;
