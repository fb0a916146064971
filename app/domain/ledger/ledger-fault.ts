/** What is wrong in the ledger. Amounts are cents. */
export interface LedgerFault {
  account: string;
  /** What its stored balance says, and what its transfers add up to. */
  stored: number;
  recomputed: number;
}
