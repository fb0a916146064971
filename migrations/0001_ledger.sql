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
