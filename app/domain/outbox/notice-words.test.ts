import { expect, test } from "vitest";
import { ALL_NOTICES } from "./notice-words.server";

const sources = import.meta.glob<string>(["../**/*.ts", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const modules = import.meta.glob<Record<string, unknown>>(["../**/*.ts", "!../**/*.test.ts"]);

const isTable = (value: unknown): value is Record<string, { kind: string }> =>
  typeof value === "object" && value !== null && Object.values(value).every((one: object) => "kind" in one);

test("a kind names one notice in all rooms, and the sender knows it", async () => {
  const paths = Object.keys(sources).filter((path) => sources[path]!.includes("= defineNotices"));
  const exported = await Promise.all(paths.map((path) => modules[path]!()));
  const tables = exported.flatMap((module) => Object.values(module).filter(isTable));
  const kinds = tables.flatMap((table) => Object.values(table).map(({ kind }) => kind));
  expect(kinds).toEqual(expect.arrayContaining(["reviewLeft", "bookingRequested", "webhookEnded"]));
  expect(Object.keys(ALL_NOTICES).sort()).toEqual(kinds.sort());
});
