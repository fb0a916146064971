// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { createElement, type ComponentProps } from "react";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { Role } from "~/domain/values/user";
import { fakeSockets } from "../../../tests/support/fake-socket";

vi.mock("@remix-run/react", () => import("../../../tests/support/fake-router"));
vi.resetModules();
afterAll(() => vi.resetModules());
const { router, resetRouter } = await import("../../../tests/support/fake-router");
const { DashboardLayout, NOT_SENT } = await import("./dashboard-layout");

function openDashboard(role: Role = "client") {
  vi.useFakeTimers();
  document.title = "Bookings – Pombi";
  Object.assign(window, { __remixRouter: { state: { navigation: { state: "idle" } } } });
  const sockets = fakeSockets();
  const person = { tag: "me", firstName: "Rudo", lastName: "Moyo", email: "", photoKey: null, termsToAccept: null };
  const props: ComponentProps<typeof DashboardLayout> = {
    user: { ...person, role },
    entries: [{ to: "/client-dashboard/messages", label: "Messages", icon: "message-circle", showsUnread: true }],
    unread: { total: 0, at: 7 },
    flash: null,
    children: createElement("button", null, "Confirm"),
  };
  const draw = () => createElement(DashboardLayout, { ...props });
  const page = render(draw());
  return {
    ...sockets,
    ...page,
    draw: () => page.rerender(draw()),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    line: () => page.container.querySelector(".reconnecting")?.textContent ?? null,
  };
}
afterEach(() => {
  cleanup();
  resetRouter();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each<[role: Role, feeds: string[]]>([
  ["client", ["feed"]],
  ["plumber", ["feed"]],
  ["admin", ["feed", "desk"]],
])("the dashboard of a signed-in %s listens to %o", (role, feeds) => {
  expect(openDashboard(role).opened.map(({ address }) => new URL(address).pathname)).toEqual(
    feeds.map((feed) => `/sockets/${feed}`),
  );
});

test("a dashboard says so while it reconnects, and not before or after", async () => {
  const { open, lose, pass, line } = openDashboard();
  await open();
  expect(line()).toBeNull();
  await lose(1006);
  await pass(3000);
  expect(line()).toBe("Reconnecting… what you see may be a little old.");
  await open();
  await pass(0);
  expect(line()).toBeNull();
});

test("a form that has no answer after a minute is said to be not sent yet, until it has one", async () => {
  const { open, lose, draw, pass, line } = openDashboard();
  await open();
  const set = async (state: string) => {
    router.state = state;
    draw();
    await pass(0);
  };
  await set("submitting");
  await pass(59_999);
  expect(line()).toBeNull();
  await pass(1);
  expect(line()).toBe(NOT_SENT);
  // On a silent line the feed is gone, too: what is not sent matters more.
  await lose(1006);
  await pass(3000);
  expect(line()).toBe(NOT_SENT);
  await open();
  await set("loading");
  expect(line()).toBeNull();
  await pass(60_000);
  expect(line()).toBeNull();
  await set("submitting");
  await pass(59_999);
  expect(line()).toBeNull();
  // Answered in time.
  await set("loading");
  await pass(1000);
  expect(line()).toBeNull();
});

test("unread messages are counted in the menu and in the title, up to 99", async () => {
  const { open, push, getAllByRole } = openDashboard();
  await open();
  const seen = [];
  for (const unreadTotal of [2, 99, 100, 0]) {
    await push({ type: "unread", otherId: "anna", unread: 1, unreadTotal });
    seen.push([document.title, getAllByRole("link", { name: /Messages/ })[0]!.textContent]);
  }
  expect(seen).toEqual([
    ["Bookings – Pombi (2)", "Messages2"],
    ["Bookings – Pombi (99)", "Messages99"],
    ["Bookings – Pombi (99+)", "Messages99+"],
    ["Bookings – Pombi", "Messages"],
  ]);
});

test("a tapped entry lights before its page has come, and what loads is said", () => {
  const { draw, queryByRole } = openDashboard();
  const lit = () => document.querySelectorAll("[aria-current=page]").length;
  expect([lit(), queryByRole("status")]).toEqual([0, null]);
  Object.assign(router, { state: "loading", to: "/client-dashboard/messages/anna" });
  draw();
  // One in each menu.
  expect([lit(), queryByRole("status")?.textContent]).toEqual([2, "Loading..."]);
});

test("the focus goes to the main part if what had it has left with a navigation, and stays anywhere else", () => {
  const { draw, getByText } = openDashboard();
  const main = document.querySelector("main")!;
  const navigate = () => {
    for (const state of ["loading", "idle"]) {
      router.state = state;
      draw();
    }
  };
  expect(document.activeElement).toBe(document.body);
  getByText("Confirm").focus();
  navigate();
  expect(document.activeElement).toBe(getByText("Confirm"));
  getByText("Confirm").blur();
  navigate();
  expect(document.activeElement).toBe(main);
});
