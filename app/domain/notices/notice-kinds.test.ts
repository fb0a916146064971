import { expect, test } from "vitest";
import { accountNotices } from "../accounts/account-notices";
import { phoneNotices } from "../accounts/phone-notices";
import { budgetNotices } from "./budget-notices";
import { bookingNotices } from "../bookings/booking-notices";
import { visitNotices } from "../bookings/visit-notices";
import { enquiryNotices } from "../enquiries/enquiry-notices";
import { moneyNotices } from "../money/money-notices";
import { messageNotices } from "../messages/message-notices";
import { reviewNotices } from "../reviews/review-notices";
import { ledgerNotices } from "../ledger/ledger-notices";
import { payoutNotices } from "../payouts/payout-notices";
import { settlementNotices } from "../online-payments/settlement-notices";
import { onlinePaymentNotices } from "../online-payments/online-payment-notices";
import { vettingNotices } from "../vetting/vetting-notices";
import { webhookNotices } from "./webhooks/webhook-notices";

test("a kind names one notice in all rooms, and is stored under its name in the table", () => {
  const notices = [
    accountNotices,
    phoneNotices,
    budgetNotices,
    bookingNotices,
    visitNotices,
    enquiryNotices,
    messageNotices,
    moneyNotices,
    reviewNotices,
    settlementNotices,
    payoutNotices,
    ledgerNotices,
    onlinePaymentNotices,
    vettingNotices,
    webhookNotices,
  ].flatMap((table) => Object.entries(table));
  expect(notices.map(([name, { kind }]) => [name, kind])).toEqual(notices.map(([name]) => [name, name]));
  expect(new Set(notices.map(([name]) => name)).size).toBe(notices.length);
});
