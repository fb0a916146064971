// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownerTag } from "~/domain/values/user";
import { fakeCaches, FileResponse } from "../../../tests/support/fake-caches";
import { addUnsent, keepTyped, readTyped, readUnsent, refuseUnsent, sendUnsent, unsentKey } from "./unsent";
import { keepPhoto, PHOTO_LOST } from "./unsent-photos";

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
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

/** Answers messages with these statuses in turn; "lost": the connection is. */
function answer(...statuses: (number | "lost")[]) {
  const posted: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: { method: string; body: FormData }) => {
    const status = statuses[posted.length] ?? 200;
    const fields = [...body].map(([name, value]) => `${name}=${typeof value === "string" ? value : "a file"}`);
    posted.push(`${method} ${url} ${fields.join("&")}`);
    if (status === "lost") throw new TypeError("no line");
    const message = { seq: 1, id: "x", senderId: "me", recipientId: "anna", content: "", createdAt: 1 };
    return status === 200 ? Response.json({ message, previousSeq: 0 }) : Response.json({}, { status });
  });
  return posted;
}
const posts = (...said: [to: string, content: string][]) =>
  said.map(([to, one]) => `POST /messages/${to} id=${one}&content=${one}&for=${ownerTag("me")}`);
const ALL_POSTS = posts(["anna", "one"], ["anna", "two"], ["ben", "three"]);

test.each<{ what: string; statuses: (number | "lost")[]; said: number; left: [string[], string[]] }>([
  { what: "all that is taken", statuses: [], said: 3, left: [[], []] },
  { what: "nothing beyond a lost line", statuses: ["lost"], said: 1, left: [["one", "two"], ["three"]] },
  { what: "nothing beyond a busy server", statuses: [200, 503], said: 2, left: [["two"], ["three"]] },
  { what: "nothing while signed out", statuses: [401], said: 1, left: [["one", "two"], ["three"]] },
  { what: "the rest after a refusal", statuses: [404], said: 3, left: [["one"], []] },
])("words that wait go out in their order: $what", async ({ statuses, said, left }) => {
  const posted = answer(...statuses);
  await sendUnsent();
  expect(posted).toEqual(ALL_POSTS.slice(0, said));
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

test.each<{ what: string; isKept: boolean; shown: string; posts: string[]; left: object[] }>([
  {
    what: "goes out with it",
    isKept: true,
    shown: "",
    posts: [`POST /messages/cleo id=pic&content=pic&for=${ownerTag("me")}&photo=a file`],
    left: [],
  },
  {
    what: "waits for its conversation where that is open, which sends it itself",
    isKept: true,
    shown: `<form data-unsent="${unsentKey("me", "cleo")}"></form>`,
    posts: [],
    left: [{ id: "pic", content: "pic", hasPhoto: true }],
  },
  {
    what: "never goes out without it",
    isKept: false,
    shown: "",
    posts: [],
    left: [{ id: "pic", content: "pic", hasPhoto: true, problem: PHOTO_LOST }],
  },
])("a message with a photo (kept: $isKept) $what", async ({ isKept, shown, posts: said, left }) => {
  localStorage.clear();
  vi.stubGlobal("Response", FileResponse);
  vi.stubGlobal(
    "caches",
    fakeCaches(location.origin, async () => new Response("")),
  );
  document.body.innerHTML = shown;
  const key = unsentKey("me", "cleo");
  addUnsent(key, { id: "pic", content: "pic", hasPhoto: true });
  if (isKept) await keepPhoto("me", "pic", new File(["photo"], "photo.jpg", { type: "image/jpeg" }));
  const posted = answer();
  await sendUnsent();
  expect(posted).toEqual(said);
  expect(readUnsent(key)).toEqual(left);
});
