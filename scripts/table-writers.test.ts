import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

// The room that owns the data owns its writes (docs/architecture.md): one room makes and deletes a table's rows, and one
// room changes a column. Read from the statements themselves, as the rooms' imports are.

/** These go through all tables: who leaves, who is merged into another account, what has expired. */
const THROUGH_ALL = /^(personal-data\/|admin\/people\/account-merges\.|accounts\/expiry\.)/;

/** Tables and columns that two rooms write, and why. */
const SHARED: Record<string, string> = {
  "dailyTallies rows": "each room counts in columns of its own, and whichever comes first makes the day's row",
  "bookings.agreedPrice": "what was agreed ends when another plumber gets the booking",
  "bookings.agreedDeposit": "what was agreed ends when another plumber gets the booking",
  "bookings.frozenAt":
    "a missed visit and a payer's dispute freeze it, and the office's decision about the amount ends that",
  "quotes.status": "a quote ends with its booking, which is below money",
  "quotes.answeredAt": "a quote ends with its booking, which is below money",
  "requestDrafts.expiresAt": "signing up, which is below bookings, keeps a draft as long as its link",
  "plumberProfiles.approval": "verifying an email, which is below vetting, puts a plumber into its queue",
  "plumberProfiles.queuedAt": "verifying an email, which is below vetting, puts a plumber into its queue",
  "plumberProfiles.checks": "another name, which is below vetting, is an unchecked one",
};

/** The sender lies above all rooms that have notices, and belongs to them. */
const roomOf = (file: string) => file.split("/")[0]!.replace(/^outbox$/, "notices");

const EVERYBODY_TOUCHES = "updatedAt";

test("a table's rows and each of its columns are written by one room", () => {
  const writers = new Map<string, Set<string>>();
  const files = readdirSync("app/domain", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".server.ts") && !THROUGH_ALL.test(file),
  );
  for (const file of files)
    for (const what of writesOf(`app/domain/${file}`)) {
      const rooms = writers.get(what) ?? new Set();
      writers.set(what, rooms.add(roomOf(file)));
    }
  expect(writers.size).toBeGreaterThan(200);
  const shared = Object.fromEntries([...writers].filter(([, rooms]) => rooms.size > 1));
  expect(
    Object.keys(shared).sort(),
    JSON.stringify(shared, (_, rooms) => (rooms instanceof Set ? [...rooms] : rooms)),
  ).toEqual(Object.keys(SHARED).sort());
});

/** The writes of a file: `table rows` and `table.column`. */
function writesOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const passedOn = /\bChanges<typeof (\w+)>/.exec(source.text)?.[1];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(...writesOfCall(node));
    else if (passedOn) found.push(...columnsOf(passedOn, changesIn(node)));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function writesOfCall({ expression, arguments: given, parent }: ts.CallExpression): string[] {
  const [first, table] = given.map((one) => one.getText());
  if (ts.isIdentifier(expression)) {
    if (expression.text === "insertWhere") return [`${table} rows`];
    if (expression.text === "updateOrIgnore") return columnsOf(table!, given[2]);
  }
  if (!ts.isPropertyAccessExpression(expression) || !/(^|\.)db$/.test(expression.expression.getText())) return [];
  if (expression.name.text === "insert" || expression.name.text === "delete") return [`${first} rows`];
  if (expression.name.text !== "update" || !ts.isCallExpression(parent.parent)) return [];
  return columnsOf(first!, parent.parent.arguments[0]);
}

/** Changes that one function collects for another to set: it returns `Changes`, or names them `set`. */
function changesIn(node: ts.Node): ts.Node | undefined {
  if (ts.isPropertyAssignment(node)) return node.name.getText() === "set" ? node.initializer : undefined;
  if (!ts.isArrowFunction(node) || !node.type?.getText().startsWith("Changes<")) return undefined;
  return ts.isParenthesizedExpression(node.body) ? node.body.expression : undefined;
}

/** The columns that an object literal sets, or a constant that holds one. */
function columnsOf(table: string, set: ts.Node | undefined): string[] {
  if (set && ts.isIdentifier(set)) return columnsOf(table, valueOf(set));
  if (!set || !ts.isObjectLiteralExpression(set)) return [];
  return set.properties.flatMap((one) => {
    if (ts.isSpreadAssignment(one)) return columnsOf(table, one.expression);
    return one.name && one.name.getText() !== EVERYBODY_TOUCHES ? [`${table}.${one.name.getText()}`] : [];
  });
}

/** The value that a constant around this place is declared with. */
function valueOf(name: ts.Identifier): ts.Node | undefined {
  for (let scope: ts.Node = name; !ts.isSourceFile(scope);) {
    scope = scope.parent;
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    const declared = scope.statements.filter(ts.isVariableStatement).flatMap((one) => one.declarationList.declarations);
    const found = declared.find((one) => one.name.getText() === name.text);
    if (found) return found.initializer;
  }
  return undefined;
}
