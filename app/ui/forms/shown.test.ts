// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { createElement } from "react";
import { afterAll, afterEach, expect, test, vi } from "vitest";

const router = vi.hoisted((): { key: string; answer?: object } => ({ key: "first" }));
vi.mock("@remix-run/react", () => ({ useActionData: () => router.answer, useLocation: () => ({ key: router.key }) }));
vi.resetModules();
afterAll(() => vi.resetModules());
const { Shown } = await import("./shown");

afterEach(() => {
  cleanup();
  Object.assign(router, { key: "first", answer: undefined });
});

/** A form that says what it was drawn with. */
function openForm() {
  const draw = (value: string) =>
    createElement("form", null, createElement("textarea"), createElement(Shown, { value }));
  const { rerender, container } = render(draw("seen"));
  return {
    load: (value: string) => rerender(draw(value)),
    type: () => container.querySelector("textarea")!.dispatchEvent(new Event("input", { bubbles: true })),
    sends: () => container.querySelector<HTMLInputElement>("input[name=shown]")!.value,
  };
}

test("a form names what its writer has seen, even if the page loads its data again meanwhile", () => {
  const { load, type, sends } = openForm();
  load("changed by someone");
  expect(sends()).toBe("changed by someone");
  type();
  load("changed again");
  expect(sends()).toBe("changed by someone");
  router.key = "second";
  load("on another page");
  expect(sends()).toBe("on another page");
});

test("a form that was refused names what it was drawn with then, and keeps it", () => {
  const { load, sends } = openForm();
  router.answer = { problem: "No" };
  load("stored by then");
  load("changed by someone");
  expect(sends()).toBe("stored by then");
});
