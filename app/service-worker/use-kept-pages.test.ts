// @vitest-environment jsdom
import { cleanup, renderHook } from "@testing-library/react";
import { afterAll, expect, test, vi } from "vitest";
import type { Role } from "~/domain/values/user";
import { setBrowserValue } from "../../tests/support/browser-page";

const keepPages = vi.hoisted(() => vi.fn(async (_: string) => undefined));
vi.mock("./keep-pages", () => ({ keepPages }));
vi.resetModules();
afterAll(() => vi.resetModules());
const { useKeptPages } = await import("./use-kept-pages");

test.each<[role: Role, email: string, hasWorkers: boolean, kept: string[]]>([
  ["client", "client@pombi.test", true, ["client@pombi.test"]],
  ["plumber", "plumber@pombi.test", true, ["plumber@pombi.test"]],
  ["admin", "admin@pombi.test", true, []],
  ["client", "", true, []],
  ["client", "client@pombi.test", false, []],
])("the pages of a signed-in %s, %s, are kept in a browser with workers (%s) for %o", async (...row) => {
  const [role, email, hasWorkers, kept] = row;
  keepPages.mockClear();
  if (hasWorkers) setBrowserValue(navigator, "serviceWorker", {});
  renderHook(() => useKeptPages({ role, email }));
  await vi.dynamicImportSettled();
  expect(keepPages.mock.calls.flat()).toEqual(kept);
  cleanup();
  Reflect.deleteProperty(navigator, "serviceWorker");
});
