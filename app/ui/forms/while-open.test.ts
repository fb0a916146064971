// @vitest-environment jsdom
import { fireEvent, render } from "@testing-library/react";
import { createElement } from "react";
import { expect, test } from "vitest";
import { WhileOpen } from "./while-open";

const page = (isOpen: boolean) => {
  const fields = ["reason", "password"].map((name) => createElement("input", { key: name, name, "aria-label": name }));
  const form = createElement("form", { onSubmit: (event: Event) => event.preventDefault() }, fields);
  return createElement(WhileOpen, { isOpen, reply: { sent: undefined }, words: ["reason"] }, form);
};

test("words half written in a form that someone else's act takes away are shown, and no password is", () => {
  const { getByLabelText, rerender, container } = render(page(true));
  fireEvent.input(getByLabelText("reason"), { target: { value: "Both sides told us" } });
  fireEvent.input(getByLabelText("password"), { target: { value: "A secret" } });
  rerender(page(false));
  expect([...container.querySelectorAll("textarea")].map(({ value }) => value)).toEqual(["Both sides told us"]);
  expect(container.textContent).toContain("Meanwhile this has changed");
});

test("a closed form in which nothing was written, or whose words were sent, says nothing of words", () => {
  const { getByLabelText, rerender, container } = render(page(false));
  expect(container.textContent).toBe("");
  rerender(page(true));
  fireEvent.input(getByLabelText("reason"), { target: { value: "Sent" } });
  fireEvent.submit(container.querySelector("form")!);
  rerender(page(false));
  expect(container.textContent).toBe("");
});
