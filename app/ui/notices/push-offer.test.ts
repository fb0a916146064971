// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { createElement } from "react";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { setBrowserValue } from "../../../tests/support/browser-page";

const subscribe = vi.hoisted(() => vi.fn(async (_: string) => true));
vi.mock("./subscribe", () => ({ subscribe }));
vi.mock("@remix-run/react", () => import("../../../tests/support/fake-router"));
vi.resetModules();
afterAll(() => vi.resetModules());
const { router, resetRouter } = await import("../../../tests/support/fake-router");
const { PushOffer } = await import("./push-offer");

const WHY = "Hear of new jobs at once.";
const cookies = vi.spyOn(document, "cookie", "set");
afterEach(() => {
  cleanup();
  resetRouter();
  subscribe.mockClear();
  cookies.mockClear();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

/** The offer in a browser that has this permission, and gives that one when it is asked. */
function openOffer(permission: NotificationPermission | null, given: NotificationPermission = "granted") {
  const notification = {
    permission,
    requestPermission: async () => (notification.permission = given),
  };
  if (permission) {
    vi.stubGlobal("PushManager", {});
    vi.stubGlobal("Notification", notification);
    setBrowserValue(navigator, "serviceWorker", {});
  }
  const props = { publicKey: "key", dashboard: "/client-dashboard", children: WHY };
  const page = render(createElement(PushOffer, props));
  return {
    words: () => page.container.querySelector("p")?.textContent ?? null,
    turnOn: () => act(async () => void fireEvent.click(page.getByText("Turn on"))),
    decline: () => fireEvent.click(page.getByLabelText("No, thank you")),
  };
}

test.each([
  [null, null, 1],
  ["denied", null, 1],
  ["default", WHY, 0],
  ["granted", WHY, 0],
] as const)("a browser with the permission %s is offered %s, and a no is kept %i times", (permission, words, kept) => {
  expect(openOffer(permission).words()).toBe(words);
  expect(cookies).toHaveBeenCalledTimes(kept);
});

test("an offer that is declined goes, for a year", () => {
  const { decline, words } = openOffer("default");
  decline();
  expect(words()).toBeNull();
  expect(cookies).toHaveBeenCalledWith("push-declined=1; Path=/; Secure; SameSite=Lax; Max-Age=31536000");
});

const FAILED = "That didn't work. Please try again.";
test.each<{
  given: NotificationPermission;
  isTaken: boolean;
  subscribed: number;
  revalidations: number;
  words: string | null;
}>([
  { given: "granted", isTaken: true, subscribed: 1, revalidations: 1, words: WHY },
  { given: "granted", isTaken: false, subscribed: 1, revalidations: 0, words: FAILED },
  { given: "default", isTaken: true, subscribed: 0, revalidations: 0, words: WHY },
  { given: "denied", isTaken: true, subscribed: 0, revalidations: 0, words: null },
])(
  "a user who answers $given (taken by the server: $isTaken) is subscribed $subscribed times",
  async ({ given, isTaken, subscribed, revalidations, words }) => {
    subscribe.mockResolvedValueOnce(isTaken);
    const offer = openOffer("default", given);
    await offer.turnOn();
    expect(subscribe.mock.calls).toEqual(Array(subscribed).fill(["key"]));
    expect([router.revalidate.mock.calls.length, offer.words()]).toEqual([revalidations, words]);
  },
);
