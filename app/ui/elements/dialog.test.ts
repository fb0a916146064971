// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { createElement } from "react";
import { afterAll, afterEach, expect, test, vi } from "vitest";

vi.mock("@remix-run/react", () => import("../../../tests/support/fake-router"));
vi.resetModules();
afterAll(() => vi.resetModules());
const { Dialog } = await import("./dialog");

/** Dialogs as a browser has them: only a closed one becomes modal. */
const showModal = vi.fn(function (this: HTMLDialogElement) {
  if (this.open) throw new DOMException("The dialog is already open.", "InvalidStateError");
  this.open = true;
});
function close(this: HTMLDialogElement) {
  this.open = false;
}
Object.assign(HTMLDialogElement.prototype, { showModal, close });
afterEach(cleanup);

test("a dialog that the server drew open becomes modal, and the focus returns to what opened it", () => {
  const opener = document.body.appendChild(document.createElement("button"));
  opener.focus();
  const way = { back: "/bookings", backLabel: "No, keep it" };
  const props = { title: "Cancel this booking?", careful: true, children: null, ...way };
  const page = render(createElement(Dialog, props));
  expect(showModal).toHaveReturned();
  expect(document.activeElement?.textContent).toBe("No, keep it");
  page.unmount();
  expect(document.activeElement).toBe(opener);
  opener.remove();
});
