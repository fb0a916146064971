// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownerTag } from "~/domain/values/user";
import { addUnsent, keepTyped, readTyped, readUnsent, refuseUnsent, sendUnsent, unsentKey } from "./unsent";

const KEY = unsentKey("me", "anna");
const OTHER = unsentKey("me", "ben");
const content = (key: string) => readUnsent(key).map((unsent) => unsent.content);

beforeEach(() => {
  for (const [key, words] of [
    [KEY, ["one", "two"]],
    [OTHER, ["three"]],
  ] as const)
    for (const content of words) addUnsent(key, { id: content, content });
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Answers messages with these statuses in turn; "lost": the connection is. */
function answer(...statuses: (number | "lost")[]) {
  const posted: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: { method: string; body: URLSearchParams }) => {
    const status = statuses[posted.length] ?? 200;
    posted.push(`${method} ${url} ${body}`);
    if (status === "lost") throw new TypeError("no line");
    const message = { seq: 1, id: "x", senderId: "me", recipientId: "anna", content: "", createdAt: 1 };
    return status === 200 ? Response.json({ message, previousSeq: 0 }) : Response.json({}, { status });
  });
  return posted;
}
const posts = (...said: [to: string, content: string][]) =>
  said.map(([to, one]) => `POST /messages/${to} id=${one}&content=${one}&for=${ownerTag("me")}`);

test.each<[what: string, statuses: (number | "lost")[], said: [string, string][], left: [string[], string[]]]>([
  [
    "all that is taken",
    [],
    [
      ["anna", "one"],
      ["anna", "two"],
      ["ben", "three"],
    ],
    [[], []],
  ],
  ["nothing beyond a lost line", ["lost"], [["anna", "one"]], [["one", "two"], ["three"]]],
  [
    "nothing beyond a busy server",
    [200, 503],
    [
      ["anna", "one"],
      ["anna", "two"],
    ],
    [["two"], ["three"]],
  ],
  ["nothing while signed out", [401], [["anna", "one"]], [["one", "two"], ["three"]]],
  [
    "the rest after a refusal",
    [404],
    [
      ["anna", "one"],
      ["anna", "two"],
      ["ben", "three"],
    ],
    [["one"], []],
  ],
])("words that wait go out in their order: %s", async (_, statuses, said, left) => {
  const posted = answer(...statuses);
  await sendUnsent();
  expect(posted).toEqual(posts(...said));
  expect([content(KEY), content(OTHER)]).toEqual(left);
});

test.each(["This user can't be written to.", null])(
  "words that were refused with %s are kept and not tried again",
  async (problem) => {
    refuseUnsent(KEY, "one", problem);
    const posted = answer();
    await sendUnsent();
    expect(posted).toEqual(posts(["anna", "two"], ["ben", "three"]));
    expect(readUnsent(KEY)).toEqual([{ id: "one", content: "one", problem }]);
  },
);

test("half typed words are kept by conversation, apart from those that wait, until nothing is left", () => {
  keepTyped(KEY, "Half a");
  expect([readTyped(KEY), readTyped(OTHER), content(KEY)]).toEqual(["Half a", "", ["one", "two"]]);
  keepTyped(KEY, "");
  expect(Object.keys(localStorage).sort()).toEqual([KEY, OTHER].sort());
});
