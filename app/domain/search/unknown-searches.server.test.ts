import { expect, test } from "vitest";
import { unknownSearches } from "~/db/schema";
import { db, now } from "../../../tests/support/users";
import { deleteExpired } from "../accounts/expiry.server";
import { DAY } from "../time/harare";
import { countedSearch } from "./unknown-search";
import { countUnknownSearch, listUnknownSearches } from "./unknown-searches.server";

test.each([
  ["  Zvimwe   ZVINHU ", "zvimwe zvinhu"],
  ["borehole 40 m deep", "borehole 40 m deep"],
  ["x".repeat(100), "x".repeat(60)],
])("the search %s is counted", (typed, counted) => expect(countedSearch(typed)).toBe(counted));

const PHONES = ["call 0772 700 700", "+263-77-270-0700", "0772\u2011700\u2011700", "(077) 2700"];
test.each([...PHONES, "me@example.test", "see www.example.test", "http://example.test", "   "])(
  "the search %s is not counted: it may say who searched",
  (typed) => expect(countedSearch(typed)).toBeNull(),
);

test("searches are counted by day and text, whatever their letter case, most often searched for first", async () => {
  for (const typed of ["Windmill", "windmill ", "borehole drilling", "my phone is 0772700700"])
    await countUnknownSearch(db, typed, now);
  await countUnknownSearch(db, "windmill", now - DAY);
  expect(await listUnknownSearches(db, now)).toEqual([
    { text: "windmill", times: 3 },
    { text: "borehole drilling", times: 1 },
  ]);
  expect(await db.$count(unknownSearches)).toBe(3);
  // Of the last 28 days, today among them.
  for (const days of [28, 27]) await countUnknownSearch(db, "borehole drilling", now - days * DAY);
  expect((await listUnknownSearches(db, now))[1]).toEqual({ text: "borehole drilling", times: 2 });
});

test("a day has fifty different texts at most, however many come at once; what is there is counted on", async () => {
  await Promise.all(Array.from({ length: 70 }, (_, at) => countUnknownSearch(db, `word ${at}`, now)));
  const { text } = (await db.select().from(unknownSearches))[0]!;
  for (const typed of [text, "another word"]) await countUnknownSearch(db, typed, now);
  expect(await db.$count(unknownSearches)).toBe(50);
  expect((await listUnknownSearches(db, now))[0]).toEqual({ text, times: 2 });
});

test("unknown searches are deleted after 90 days", async () => {
  for (const days of [91, 89]) await countUnknownSearch(db, "windmill", now - days * DAY);
  await deleteExpired(db, now);
  expect(await db.$count(unknownSearches)).toBe(1);
});
