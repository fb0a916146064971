-- What is open of a booking's money, in its row: its open quote, its open payment, the amount of one online, and one
-- online that is undecided and unchecked. Lists and counts read it there. drizzle-kit knows no triggers, so this file is
-- written by hand.
CREATE TRIGGER quotes_opened AFTER INSERT ON quotes WHEN new.status = 'open' BEGIN
  UPDATE bookings SET open_quote = (SELECT json_object('total', total, 'validUntil', valid_until) FROM quotes WHERE booking_id = new.booking_id AND status = 'open') WHERE id = new.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER quotes_moved AFTER UPDATE OF status, total, valid_until ON quotes WHEN old.status = 'open' OR new.status = 'open' BEGIN
  UPDATE bookings SET open_quote = (SELECT json_object('total', total, 'validUntil', valid_until) FROM quotes WHERE booking_id = new.booking_id AND status = 'open') WHERE id = new.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER quotes_deleted AFTER DELETE ON quotes WHEN old.status = 'open' BEGIN
  UPDATE bookings SET open_quote = (SELECT json_object('total', total, 'validUntil', valid_until) FROM quotes WHERE booking_id = old.booking_id AND status = 'open') WHERE id = old.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_opened AFTER INSERT ON payments WHEN new.status = 'open' BEGIN
  UPDATE bookings SET open_payment = (SELECT json_object('amount', amount, 'method', method, 'recordedBy', recorded_by) FROM payments WHERE booking_id = new.booking_id AND status = 'open') WHERE id = new.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_moved AFTER UPDATE OF status, amount ON payments WHEN old.status = 'open' OR new.status = 'open' BEGIN
  UPDATE bookings SET open_payment = (SELECT json_object('amount', amount, 'method', method, 'recordedBy', recorded_by) FROM payments WHERE booking_id = new.booking_id AND status = 'open') WHERE id = new.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_deleted AFTER DELETE ON payments WHEN old.status = 'open' BEGIN
  UPDATE bookings SET open_payment = (SELECT json_object('amount', amount, 'method', method, 'recordedBy', recorded_by) FROM payments WHERE booking_id = old.booking_id AND status = 'open') WHERE id = old.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER online_payments_opened AFTER INSERT ON online_payments WHEN new.status IN ('starting', 'open', 'unknown') BEGIN
  UPDATE bookings SET under_way = (SELECT amount FROM online_payments WHERE booking_id = new.booking_id AND status IN ('starting', 'open', 'unknown')) WHERE id = new.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER online_payments_moved AFTER UPDATE OF status, amount ON online_payments WHEN old.status IN ('starting', 'open', 'unknown') OR new.status IN ('starting', 'open', 'unknown') BEGIN
  UPDATE bookings SET under_way = (SELECT amount FROM online_payments WHERE booking_id = new.booking_id AND status IN ('starting', 'open', 'unknown')) WHERE id = new.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER online_payments_deleted AFTER DELETE ON online_payments WHEN old.status IN ('starting', 'open', 'unknown') BEGIN
  UPDATE bookings SET under_way = (SELECT amount FROM online_payments WHERE booking_id = old.booking_id AND status IN ('starting', 'open', 'unknown')) WHERE id = old.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER online_payments_left AFTER INSERT ON online_payments WHEN new.status = 'expired' AND new.review IS 'unanswered' AND new.reviewed_by IS NULL BEGIN
  UPDATE bookings SET unchecked_payment = (SELECT json_object('amount', amount, 'method', method, 'startedAt', created_at) FROM online_payments WHERE booking_id = new.booking_id AND status = 'expired' AND review IS 'unanswered' AND reviewed_by IS NULL ORDER BY created_at DESC LIMIT 1) WHERE id = new.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER online_payments_checked AFTER UPDATE OF status, review, reviewed_by ON online_payments WHEN (old.status = 'expired' AND old.review IS 'unanswered' AND old.reviewed_by IS NULL) <> (new.status = 'expired' AND new.review IS 'unanswered' AND new.reviewed_by IS NULL) BEGIN
  UPDATE bookings SET unchecked_payment = (SELECT json_object('amount', amount, 'method', method, 'startedAt', created_at) FROM online_payments WHERE booking_id = new.booking_id AND status = 'expired' AND review IS 'unanswered' AND reviewed_by IS NULL ORDER BY created_at DESC LIMIT 1) WHERE id = new.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER online_payments_left_deleted AFTER DELETE ON online_payments WHEN old.status = 'expired' AND old.review IS 'unanswered' AND old.reviewed_by IS NULL BEGIN
  UPDATE bookings SET unchecked_payment = (SELECT json_object('amount', amount, 'method', method, 'startedAt', created_at) FROM online_payments WHERE booking_id = old.booking_id AND status = 'expired' AND review IS 'unanswered' AND reviewed_by IS NULL ORDER BY created_at DESC LIMIT 1) WHERE id = old.booking_id;
END;
