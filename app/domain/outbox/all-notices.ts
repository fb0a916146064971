import { accountNotices } from "../accounts/account-notices";
import { bookingNotices } from "../bookings/booking-notices";
import { visitNotices } from "../bookings/visit-notices";
import { enquiryNotices } from "../enquiries/enquiry-notices";
import { ledgerNotices, settlementNotices, onlinePaymentNotices, payoutNotices } from "../escrow/escrow-notices";
import { messageNotices } from "../messages/message-notices";
import { moneyNotices } from "../money/money-notices";
import { budgetNotices } from "../notices/budget-notices";
import type { Notice } from "../notices/notice";
import { webhookNotices } from "../notices/webhooks/webhook-notices";
import { reviewNotices } from "../reviews/review-notices";
import { vettingNotices } from "../vetting/vetting-notices";

/** Every notice there is, by kind. */
export const ALL_NOTICES: Readonly<Record<string, Notice<unknown>>> = {
  ...accountNotices,
  ...bookingNotices,
  ...visitNotices,
  ...moneyNotices,
  ...settlementNotices,
  ...onlinePaymentNotices,
  ...payoutNotices,
  ...messageNotices,
  ...reviewNotices,
  ...vettingNotices,
  ...enquiryNotices,
  ...budgetNotices,
  ...ledgerNotices,
  ...webhookNotices,
};
