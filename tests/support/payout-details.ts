import { context, plumber } from "./money";
import { type PayoutDetails } from "~/domain/escrow/payout";
import { savePayoutDetails } from "~/domain/escrow/payout-details.server";

export const ECOCASH: PayoutDetails = {
  method: "ecocash",
  number: "+263772000567",
  bank: null,
  branch: null,
  holder: "T Ncube",
};
export const ACCOUNT: PayoutDetails = {
  method: "bank",
  number: "4412345678",
  bank: "CBZ Bank",
  branch: "Harare",
  holder: "T Ncube",
};

export const save = (details: PayoutDetails, who = plumber, at = context) => savePayoutDetails(at, who, details);
