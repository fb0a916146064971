/** What the office lets clients pay with the request (M10). */
export const FEE_MODES = ["none", "optional"] as const;
export type FeeMode = (typeof FEE_MODES)[number];
