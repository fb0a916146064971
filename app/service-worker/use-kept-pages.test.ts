// @vitest-environment jsdom
import { cleanup, renderHook } from "@testing-library/react";
import { afterAll, expect, test, vi } from "vitest";
import type { Role } from "~/domain/values/user";
import { setBrowserValue } from "../../tests/support/browser-page";

const keepPages = vi.hoisted(() => vi.fn(async (_owner: string, _tag: string) => undefined));
vi.mock("./keep-pages", () => ({ keepPages }));
vi.resetModules();
afterAll(() => vi.resetModules());
const { useKeptPages } = await import("./use-kept-pages");

test.each<{ role: Role; email: string; hasWorkers: boolean; kept: string[] }>([
  { role: "client", email: "client@pombi.test", hasWorkers: true, kept: ["client@pombi.test", "tag"] },
  { role: "plumber", email: "plumber@pombi.test", hasWorkers: true, kept: ["plumber@pombi.test", "tag"] },
  { role: "admin", email: "admin@pombi.test", hasWorkers: true, kept: [] },
  { role: "client", email: "", hasWorkers: true, kept: [] },
  { role: "client", email: "client@pombi.test", hasWorkers: false, kept: [] },
])(
  "the pages of a signed-in $role, $email, are kept in a browser with workers ($hasWorkers) for $kept",
  async ({ role, email, hasWorkers, kept }) => {
    keepPages.mockClear();
    if (hasWorkers) setBrowserValue(navigator, "serviceWorker", {});
    renderHook(() => useKeptPages({ role, email, tag: "tag" }));
    await vi.dynamicImportSettled();
    expect(keepPages.mock.calls.flat()).toEqual(kept);
    cleanup();
    Reflect.deleteProperty(navigator, "serviceWorker");
  },
);
