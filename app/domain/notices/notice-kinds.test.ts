import { expect, test } from "vitest";
import type { Notice } from "./notice";

const modules = import.meta.glob<Record<string, unknown>>("../**/*-notices.ts", { eager: true });

const isTable = (value: unknown): value is Record<string, Notice<never>> =>
  typeof value === "object" && value !== null && Object.values(value).every((one: object) => "kind" in one);

test("a kind names one notice in all rooms", () => {
  const tables = Object.values(modules).flatMap((module) => Object.values(module).filter(isTable));
  const kinds = tables.flatMap((table) => Object.values(table).map(({ kind }) => kind));
  expect(kinds).toEqual(expect.arrayContaining(["reviewLeft", "bookingRequested", "webhookEnded"]));
  expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([]);
});
