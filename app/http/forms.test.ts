import { expect, test } from "vitest";
import { pressedButton, requireButton } from "./forms";

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const BUTTONS = ["keep", "restore"] as const;

test("the button that sent a form is a verb, and what it is for", () => {
  expect(pressedButton(formOf({ intent: "keep" }), BUTTONS)).toEqual({ verb: "keep", of: "" });
  expect(pressedButton(formOf({ intent: "restore:k3f9" }), BUTTONS)).toEqual({ verb: "restore", of: "k3f9" });
  expect(requireButton(formOf({ intent: "restore:a:b" }), BUTTONS)).toEqual({ verb: "restore", of: "a:b" });
});

test("the button that sent a form is null for the page's own form, and 400 where every button has a name", () => {
  expect(pressedButton(formOf({ title: "Tap" }), BUTTONS)).toBeNull();
  expect(statusOf(() => requireButton(formOf({ title: "Tap" }), BUTTONS))).toBe(400);
});

test.each(["", "nothing", "Keep", "keeper", "toString"])(
  "the button that sent a form is 400 when the page has no button '%s'",
  (intent) => {
    expect(statusOf(() => pressedButton(formOf({ intent }), BUTTONS))).toBe(400);
  },
);

test("the button that sent a form is 400 when a file comes in its place", () => {
  const form = new FormData();
  form.set("intent", new File(["x"], "keep"));
  expect(statusOf(() => pressedButton(form, BUTTONS))).toBe(400);
});

function statusOf(read: () => unknown): number | null {
  try {
    read();
    return null;
  } catch (thrown) {
    return thrown instanceof Response ? thrown.status : null;
  }
}
