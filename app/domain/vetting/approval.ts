import type { Instant } from "../time/harare";
import type { CheckKind } from "./check";

/** The office's decision on listing a plumber (O9). `waiting`: nothing yet; `asked`: for more papers. */
export type Approval = "approved" | "waiting" | "asked" | "refused";

/** What the office decides about a plumber's papers (D21). */
export const VETTING_ACTIONS = ["approve", "ask-papers", "finish-papers", "refuse"] as const;
export type VettingAction = (typeof VETTING_ACTIONS)[number];

/** How long papers are kept at most, in days (D21). */
export const PAPER_DAYS = 30;
/** Photos of papers of each kind. */
export const PAPERS_OF_A_KIND = 2;

export interface Paper {
  id: string;
  kind: CheckKind;
  createdAt: Instant;
}

/** The address of a paper's photo, where each view is logged (D21). */
export const paperUrl = (id: string): string => `/papers/${id}.webp`;
