-- The ledger (M13): balances follow each transfer, and no transfer is ever changed. drizzle-kit knows no triggers, so this
-- file is written by hand; it is not part of what `npm run db:generate` makes.
CREATE TRIGGER ledger_moves AFTER INSERT ON ledger_transfers BEGIN
  INSERT INTO ledger_balances (account, amount) VALUES (new.debit, 0), (new.credit, 0) ON CONFLICT (account) DO NOTHING;
  UPDATE ledger_balances SET amount = amount + iif(account = new.credit, new.amount, -new.amount) WHERE account IN (new.debit, new.credit);
  UPDATE bookings SET held_amount = held_amount + iif(new.credit = 'held:' || id, new.amount, -new.amount)
    WHERE id = iif(new.credit LIKE 'held:%', substr(new.credit, 6), iif(new.debit LIKE 'held:%', substr(new.debit, 6), NULL));
END;
--> statement-breakpoint
-- Also from REPLACE, which would delete a transfer without asking the trigger below.
CREATE TRIGGER ledger_transfers_once BEFORE INSERT ON ledger_transfers
WHEN EXISTS (SELECT 1 FROM ledger_transfers WHERE id = new.id OR (cause_id = new.cause_id AND kind = new.kind)) BEGIN
  SELECT raise(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_transfers_never_change BEFORE UPDATE ON ledger_transfers BEGIN
  SELECT raise(ABORT, 'the ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_transfers_never_go BEFORE DELETE ON ledger_transfers BEGIN
  SELECT raise(ABORT, 'the ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER settlements_never_change BEFORE UPDATE ON settlements BEGIN
  SELECT raise(ABORT, 'settlements never change');
END;
--> statement-breakpoint
CREATE TRIGGER settlements_never_go BEFORE DELETE ON settlements BEGIN
  SELECT raise(ABORT, 'settlements never change');
END;
--> statement-breakpoint
-- Stored sums of the ledger (law 7): of each kind of account, and of each kind of transfer on a day in Harare.
CREATE TRIGGER ledger_balances_begin AFTER INSERT ON ledger_balances BEGIN
  INSERT INTO ledger_sums (kind, amount) VALUES (substr(new.account, 1, instr(new.account || ':', ':') - 1), new.amount)
    ON CONFLICT (kind) DO UPDATE SET amount = amount + excluded.amount;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_balances_move AFTER UPDATE OF amount ON ledger_balances BEGIN
  UPDATE ledger_sums SET amount = amount + new.amount - old.amount WHERE kind = substr(new.account, 1, instr(new.account || ':', ':') - 1);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_balances_end AFTER DELETE ON ledger_balances BEGIN
  UPDATE ledger_sums SET amount = amount - old.amount WHERE kind = substr(old.account, 1, instr(old.account || ':', ':') - 1);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_days_move AFTER INSERT ON ledger_transfers BEGIN
  INSERT INTO ledger_days (day, kind, amount) VALUES (date(new.at / 1000 + 7200, 'unixepoch'), new.kind, new.amount)
    ON CONFLICT (day, kind) DO UPDATE SET amount = amount + excluded.amount;
END;
--> statement-breakpoint
-- Of each batch of payouts, and who is in one that isn't sent (M14). A cancelled one keeps what was in it.
CREATE TRIGGER payouts_prepared AFTER INSERT ON payouts BEGIN
  UPDATE payout_batches SET payout_count = payout_count + 1, total = total + new.amount WHERE id = new.batch_id AND new.status <> 'cancelled';
  UPDATE ledger_balances SET is_in_batch = 1 WHERE account = 'plumber:' || new.plumber_id AND new.status = 'prepared';
END;
--> statement-breakpoint
CREATE TRIGGER payouts_moved AFTER UPDATE OF status ON payouts WHEN old.status <> new.status BEGIN
  UPDATE payout_batches SET payout_count = payout_count - 1, total = total - new.amount WHERE id = new.batch_id AND new.status = 'cancelled';
  UPDATE ledger_balances SET is_in_batch = (new.status = 'prepared') WHERE account = 'plumber:' || new.plumber_id AND 'prepared' IN (old.status, new.status);
END;
--> statement-breakpoint
CREATE TRIGGER payout_batches_cancelled AFTER UPDATE OF cancelled_at ON payout_batches WHEN old.cancelled_at IS NULL AND new.cancelled_at IS NOT NULL BEGIN
  UPDATE payout_batches SET (payout_count, total) = (SELECT count(*), coalesce(sum(amount), 0) FROM payouts WHERE batch_id = new.id) WHERE id = new.id;
END;
