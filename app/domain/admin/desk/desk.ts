import type { listCalls, countDay, countForMenu } from "./today.server";
import type { describeDispute, listedDispute } from "./disputes.server";

// What the office's pages read of what waits for it.

export type DayCounts = Awaited<ReturnType<typeof countDay>>;

/** What the office's layout hands to its pages: the counts of its menu, and how many notices failed and messages are unread. */
export interface MenuState {
  counts: Awaited<ReturnType<typeof countForMenu>> & { failedNotices: number };
  unreadMessages: number;
}

export type Call = Awaited<ReturnType<typeof listCalls>>["calls"][number];
export type Dispute = ReturnType<typeof describeDispute>;
export type ListedDispute = ReturnType<typeof listedDispute>;
