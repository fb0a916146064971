ALTER TABLE `payout_batches` ADD `taken_at` integer;--> statement-breakpoint
ALTER TABLE `ledger_balances` ADD `checked_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Files taken before are known from the log.
UPDATE payout_batches SET taken_at = (SELECT min(at) FROM audit_log WHERE action = 'payoutDownloaded' AND subject_id = payout_batches.id);
