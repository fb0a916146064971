import type { PublicPlumber } from "../plumbers/plumber";
import type { Instant } from "../time/harare";

/** Somebody whom a client can ask instead (B31). */
export interface OtherPlumber extends PublicPlumber {
  /** Whether they are free when the visit was wished for. */
  isFreeThen: boolean;
  nextFree: Instant | null;
}
