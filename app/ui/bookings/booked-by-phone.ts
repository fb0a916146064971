/** What the plumber and the office read of a client who has no email (B29). */
export const BOOKED_BY_PHONE = "Booked by phone, without an email address: please call.";
/** What the plumber reads besides (N20). */
export const OFFICE_PASSES_ON = "Our office tells them what happens here, and passes on their answers.";
