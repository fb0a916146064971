import { describe, expect, test } from "vitest";
import { gsmLength, SMS_LENGTH, smsText, toGsm } from "./sms-text";

const ORIGIN = "https://pombi.co.zw";
const notice = {
  title: "Tendai Moyo has confirmed the booking",
  body: "Sat 21 Nov, 9:00 am, Leak Repair",
  path: "/client-dashboard/bookings/k3f9",
  tag: "k3f9",
  bookingId: "k3f9",
  reference: "PB-7K3QF2",
};

test("a booking's text message leads to it by its reference, on any phone", () => {
  expect(smsText(notice, ORIGIN)).toBe(
    "Tendai Moyo has confirmed the booking. Sat 21 Nov, 9:00 am, Leak Repair https://pombi.co.zw/bookings/PB-7K3QF2",
  );
});

test.each([
  [
    "another page by its path",
    { path: "/plumber-dashboard", bookingId: null },
    / https:\/\/pombi\.co\.zw\/plumber-dashboard$/,
  ],
  ["an answer link as it is", { path: "/answer/token" }, / https:\/\/pombi\.co\.zw\/answer\/token$/],
  ["nothing where there is no page", { path: "" }, /Leak Repair$/],
])("it leads to %s", (_, more, end) => {
  expect(smsText({ ...notice, ...more }, ORIGIN)).toMatch(end);
});

test("however long its words are, it is one message and keeps its link", () => {
  for (let length = 1; length < 400; length += 7) {
    const text = smsText({ ...notice, title: "Ténd€ ".repeat(length), body: "[x]".repeat(length) }, ORIGIN);
    expect(gsmLength(text)).toBeLessThanOrEqual(SMS_LENGTH);
    expect(text).toMatch(/ https:\/\/pombi\.co\.zw\/bookings\/PB-7K3QF2$/);
  }
});

describe("words in the alphabet of phones", () => {
  test.each([
    ["Tendai’s “leak” – today…", `Tendai's "leak" - today...`],
    ["Zoë, Ñusta, Å", "Zoe, Ñusta, Å"],
    ["Ŵanda", "Wanda"],
    ["Rudo 🙂 Moyo", "Rudo Moyo"],
    ["€5 [a]", "€5 [a]"],
  ])("%s becomes %s", (text, plain) => {
    expect(toGsm(text)).toBe(plain);
  });
});
