import { existsSync, readdirSync, readFileSync } from "node:fs";
import { matchRoutes, type AgnosticRouteObject } from "@remix-run/router";
import type { RouteConfigEntry } from "@remix-run/route-config";
import ts from "typescript";
import { expect, test } from "vitest";
import routes from "~/routes";

// An address in the code leads to a page: each one that is written out is looked up in the table of routes. An `href()`
// from that table would say the same, and weigh on every dashboard.

/** Not pages of ours: the API, Durable Objects, the build, Paynow, and what /robots.txt forbids by its beginning. */
const ELSEWHERE = /^\/((api|auth|sockets|assets|posts|dev|interface)(\/|$)|sw\.js$|messages$)/;
/** These calls get a part of an address, or of something else. */
const TAKES_A_PART = /(^|\.)(startsWith|endsWith|split|replace|page|more|ask)$/;

const table = (entries: readonly RouteConfigEntry[]): AgnosticRouteObject[] =>
  entries.map(({ path, index, children = [] }) =>
    index ? { index, path: path ?? "" } : { path: path ?? "", children: table(children) },
  );

test("every address in the code leads to a page", async () => {
  const pages = table(await routes);
  const written = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^(api|routes\.ts)/.test(file))
    .flatMap((file) => addressesOf(`app/${file}`).map((address) => ({ file, address })));
  expect(written.length).toBeGreaterThan(400);
  expect(written.filter(({ address }) => !leadsSomewhere(pages, address))).toEqual([]);
});

function leadsSomewhere(pages: AgnosticRouteObject[], address: string): boolean {
  const [path = ""] = address.split(/[?#]/);
  if (ELSEWHERE.test(path) || existsSync(`public${path}`)) return true;
  // A dashboard's answer for an unknown page is no page of its own.
  const isPage = matchRoutes(pages, path)?.every(({ route }) => route.path !== "*") ?? false;
  return isPage || (path.endsWith("/x") && leadsSomewhere(pages, path.slice(0, -2)));
}

/** The strings of a file that begin like an address. */
function addressesOf(file: string): string[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null && /^\/[a-z]/.test(node.getText().slice(1)) && !isPart(node)) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node) || ts.isTaggedTemplateExpression(node.parent)) return null;
  // A value that is filled in is a part of the path, or behind one a query.
  return node.templateSpans.reduce(
    (text, { literal }) => `${text}${text.endsWith("/") ? "x" : ""}${literal.text}`,
    node.head.text,
  );
}

const isPart = ({ parent }: ts.Node): boolean =>
  ts.isImportDeclaration(parent) || (ts.isCallExpression(parent) && TAKES_A_PART.test(parent.expression.getText()));
