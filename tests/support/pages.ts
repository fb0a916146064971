import { parseHTML } from "linkedom/worker";
import { visit } from "./site";

/** The words of a piece of a page, with blanks as a browser draws them. */
export const wordsOf = (node: Pick<Node, "textContent"> | null | undefined): string =>
  (node?.textContent ?? "").replace(/\s+/g, " ").trim();

/** The links inside a piece of a page with their addresses, in order. */
export const linksOf = (
  node: Pick<ParentNode, "querySelectorAll"> | null | undefined,
): [text: string, href: string | null][] =>
  [...(node?.querySelectorAll("a") ?? [])].map((link) => [wordsOf(link), link.getAttribute("href")]);

/** A page as it comes from the Worker, before any stylesheet or script. */
export async function openPage(path: string, request: Parameters<typeof visit>[1] = {}) {
  const response = await visit(path, request);
  const { document } = parseHTML(await response.text());
  for (const unread of document.querySelectorAll("script, style")) unread.remove();
  return {
    title: document.title,
    status: response.status,
    text: wordsOf(document.body),
    find: (selector: string) => document.querySelector<Element>(selector),
    findAll: (selector: string) => [...document.querySelectorAll<Element>(selector)],
    /** The section under a heading. */
    section: (heading: string | RegExp) =>
      [...document.querySelectorAll("section")].find((section) =>
        wordsOf(section.querySelector("h1, h2")).match(heading),
      ) ?? null,
    /** The choices of a list, by its label. */
    optionsOf(label: string) {
      const named = [...document.querySelectorAll("label")].find((one) => wordsOf(one).startsWith(label));
      const list = named?.querySelector("select") ?? document.getElementById(named?.getAttribute("for") ?? "");
      return [...(list?.querySelectorAll("option") ?? [])].map((option) => wordsOf(option));
    },
  };
}
