import type { listCalls, countDay, countForMenu } from "./today.server";
import type { describeDispute, listedDispute } from "./dispute-list.server";

// The types of the office's desk, for its pages.

export type DayCounts = Awaited<ReturnType<typeof countDay>>;

/** The state that the office's layout hands to its pages. */
export interface MenuState {
  counts: Awaited<ReturnType<typeof countForMenu>> & { failedNotices: number };
  unreadMessages: number;
}

export type Call = Awaited<ReturnType<typeof listCalls>>["calls"][number];
export type Dispute = ReturnType<typeof describeDispute>;
export type ListedDispute = ReturnType<typeof listedDispute>;
