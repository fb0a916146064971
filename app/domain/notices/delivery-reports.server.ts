import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { notices } from "~/db/schema";
import type { Instant } from "../time/harare";

/** What a provider reports later about something it took. */
export interface DeliveryReport {
  /** The notice's id where the provider gives it back, else null. */
  noticeId: string | null;
  providerId: string;
  deliveredAt: Instant | null;
  seenAt: Instant | null;
  /** Why it will not arrive. `isRefused`: the phone's owner wants no messages, which is nobody's failure. */
  failed: { code: string | null; reason: string; isRefused: boolean } | null;
}

/**
 * Marks what providers report (N12, N17): delivered, seen, failed, refused by the phone's owner. Reports come in any order, repeatedly, and even before
 * our own mark; the first of each kind counts, unknown ones change nothing. What has arrived is not sent again, even if its
 * sender gave up waiting for the answer.
 */
export async function recordDeliveryReports(db: Database, reports: DeliveryReport[]): Promise<void> {
  if (reports.length === 0) return;
  await db
    .update(notices)
    .set({
      deliveredAt: sql`coalesce(delivered_at, report.arrived_at)`,
      seenAt: sql`coalesce(seen_at, report.read_at)`,
      providerId: sql`coalesce(provider_id, report.given_id)`,
      sentAt: sql`coalesce(sent_at, report.arrived_at)`,
      status: sql`case when report.reason is not null and delivered_at is null then iif(report.is_refused, 'dropped', 'failed')
        when status = 'queued' and report.arrived_at is not null then 'sent' else status end`,
      facts: sql`iif(status = 'queued' and report.arrived_at is not null, null, facts)`,
      lastError: sql`iif(delivered_at is null, coalesce(report.reason, last_error), last_error)`,
      lastErrorCode: sql`iif(delivered_at is null and report.reason is not null, report.code, last_error_code)`,
    })
    .from(
      sql`(select json_extract(value, '$.providerId') as given_id,
        coalesce(json_extract(value, '$.noticeId'), (select named.id from notices named
          where named.provider_id = json_extract(value, '$.providerId'))) as notice_id,
        json_extract(value, '$.deliveredAt') as arrived_at, json_extract(value, '$.seenAt') as read_at,
        json_extract(value, '$.failed.reason') as reason, json_extract(value, '$.failed.code') as code,
        json_extract(value, '$.failed.isRefused') as is_refused
      from json_each(${JSON.stringify(mergeReports(reports))})) as report`,
    )
    .where(sql`notices.id = report.notice_id`);
}

/** One report for each message: an update takes one row of many. */
function mergeReports(reports: DeliveryReport[]): DeliveryReport[] {
  const merged = new Map<string, DeliveryReport>();
  for (const report of reports) {
    const known = merged.get(report.providerId);
    merged.set(report.providerId, {
      ...report,
      deliveredAt: known?.deliveredAt ?? report.deliveredAt,
      seenAt: known?.seenAt ?? report.seenAt,
      failed: known?.failed ?? report.failed,
    });
  }
  return [...merged.values()];
}
