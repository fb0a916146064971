import { expect, test } from "vitest";
import { accountNotices } from "../accounts/account-notices";
import { bookingNotices } from "../bookings/booking-notices";
import { enquiryNotices } from "../enquiries/enquiry-notices";
import { moneyNotices } from "../money/money-notices";
import { messageNotices } from "../messages/message-notices";

test("a kind names one notice in all rooms, and is stored under its name in the table", () => {
  const notices = [accountNotices, bookingNotices, enquiryNotices, messageNotices, moneyNotices].flatMap((table) =>
    Object.entries(table),
  );
  expect(notices.map(([name, { kind }]) => [name, kind])).toEqual(notices.map(([name]) => [name, name]));
  expect(new Set(notices.map(([name]) => name)).size).toBe(notices.length);
});
