import { expect, test } from "vitest";
import { pressedButton, requireButton } from "./forms";

const BUTTONS = ["keep", "restore"] as const;
const sent = (read: typeof pressedButton, name: string, value: string | File) => {
  const form = new FormData();
  form.set(name, value);
  try {
    return read(form, BUTTONS);
  } catch (thrown) {
    return (thrown as Response).status;
  }
};

test("the button that sent a form is a verb, and what it is for; null for the page's own form", () => {
  expect(sent(pressedButton, "intent", "keep")).toEqual({ verb: "keep", of: "" });
  expect(sent(pressedButton, "intent", "restore:k3f9")).toEqual({ verb: "restore", of: "k3f9" });
  expect(sent(requireButton, "intent", "restore:a:b")).toEqual({ verb: "restore", of: "a:b" });
  expect(sent(pressedButton, "title", "Tap")).toBeNull();
});

test("a button that the page does not have is 400, as is none where every button has a name", () => {
  for (const value of ["", "nothing", "Keep", "keeper", "toString", new File(["x"], "keep")])
    expect(sent(pressedButton, "intent", value), String(value)).toBe(400);
  expect(sent(requireButton, "title", "Tap")).toBe(400);
});
