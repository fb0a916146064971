/** What opens a dispute for the office (M5), and what ends it: a decision about the money, or a note that it is resolved. */
export const DISPUTE_ENDS = {
  "plumber-did-not-come": "decide",
  "nobody-was-there": "decide",
  "dispute-final": "decide",
  "deny-payment": "resolve",
  cancel: "resolve",
} as const;
export type DisputeEvent = keyof typeof DISPUTE_ENDS;

/** How soon the office promises to decide (B27). */
export const DECIDED_WITHIN = "3 working days";

export const DISPUTE_EVENTS = Object.keys(DISPUTE_ENDS) as DisputeEvent[];
