/** The current terms, by the day of their last change (A20): a user who has accepted others is asked again. */
export const TERMS_VERSION = "2026-11-23";
