/** What the plumber and the office read of a client who has no email (B29). */
export const BOOKED_BY_PHONE = "Booked by phone: call, no email.";
