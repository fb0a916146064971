// @vitest-environment jsdom
import { cleanup, renderHook } from "@testing-library/react";
import { afterAll, expect, test, vi } from "vitest";
import type { Role } from "~/domain/values/user";
import { setBrowserValue } from "../../tests/support/browser-page";

const keepPages = vi.hoisted(() => vi.fn(async (..._owner: unknown[]) => undefined));
vi.mock("./keep-pages", () => ({ keepPages }));
vi.resetModules();
afterAll(() => vi.resetModules());
const { useKeptPages } = await import("./use-kept-pages");

test.each<{ role: Role; email: string; hasWorkers: boolean; times: number }>([
  { role: "client", email: "client@pombi.test", hasWorkers: true, times: 1 },
  { role: "admin", email: "admin@pombi.test", hasWorkers: true, times: 1 },
  { role: "client", email: "", hasWorkers: true, times: 0 },
  { role: "client", email: "client@pombi.test", hasWorkers: false, times: 0 },
])(
  "the pages of a signed-in $role, $email, are kept in a browser with workers ($hasWorkers): $times",
  async ({ role, email, hasWorkers, times }) => {
    keepPages.mockClear();
    if (hasWorkers) setBrowserValue(navigator, "serviceWorker", {});
    renderHook(() => useKeptPages({ role, email, tag: "tag" }));
    await vi.dynamicImportSettled();
    expect(keepPages.mock.calls).toEqual(Array.from({ length: times }, () => [email, "tag", role]));
    cleanup();
    Reflect.deleteProperty(navigator, "serviceWorker");
  },
);
