-- The weeks of Insights (O20) that something has changed in: the schedule counts them again. drizzle-kit knows no triggers, so
-- this file is written by hand.
CREATE TRIGGER bookings_count AFTER INSERT ON bookings BEGIN
  INSERT INTO insight_weeks (week) SELECT DISTINCT date(at / 1000 + 7200, 'unixepoch', 'weekday 0', '-6 days') FROM (SELECT new.created_at AS at UNION SELECT new.completed_at) WHERE at IS NOT NULL
    ON CONFLICT (week) DO UPDATE SET is_stale = 1 WHERE is_stale = 0;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_count_again AFTER UPDATE OF city_key, service_type, status, completed_at, fee, agreed_price,
  final_amount, final_answer, paid_amount ON bookings BEGIN
  INSERT INTO insight_weeks (week) SELECT DISTINCT date(at / 1000 + 7200, 'unixepoch', 'weekday 0', '-6 days') FROM (SELECT new.created_at AS at UNION SELECT old.completed_at UNION SELECT new.completed_at) WHERE at IS NOT NULL
    ON CONFLICT (week) DO UPDATE SET is_stale = 1 WHERE is_stale = 0;
END;
--> statement-breakpoint
-- Whether a client had booked before.
CREATE TRIGGER bookings_count_clients AFTER UPDATE OF client_id ON bookings WHEN old.client_id <> new.client_id BEGIN
  INSERT INTO insight_weeks (week) SELECT DISTINCT date(at / 1000 + 7200, 'unixepoch', 'weekday 0', '-6 days') FROM (SELECT created_at AS at FROM bookings WHERE client_id IN (old.client_id, new.client_id)) WHERE at IS NOT NULL
    ON CONFLICT (week) DO UPDATE SET is_stale = 1 WHERE is_stale = 0;
END;
--> statement-breakpoint
CREATE TRIGGER booking_events_count AFTER INSERT ON booking_events BEGIN
  INSERT INTO insight_weeks (week) SELECT DISTINCT date(at / 1000 + 7200, 'unixepoch', 'weekday 0', '-6 days') FROM (SELECT created_at AS at FROM bookings WHERE id = new.booking_id) WHERE at IS NOT NULL
    ON CONFLICT (week) DO UPDATE SET is_stale = 1 WHERE is_stale = 0;
END;
--> statement-breakpoint
CREATE TRIGGER commission_counts AFTER INSERT ON ledger_transfers WHEN new.kind = 'commission' BEGIN
  INSERT INTO insight_weeks (week) SELECT DISTINCT date(at / 1000 + 7200, 'unixepoch', 'weekday 0', '-6 days') FROM (SELECT completed_at AS at FROM bookings WHERE id = substr(new.debit, 6)) WHERE at IS NOT NULL
    ON CONFLICT (week) DO UPDATE SET is_stale = 1 WHERE is_stale = 0;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_count AFTER INSERT ON reviews BEGIN
  INSERT INTO insight_weeks (week) SELECT DISTINCT date(at / 1000 + 7200, 'unixepoch', 'weekday 0', '-6 days') FROM (SELECT completed_at AS at FROM bookings WHERE id = new.booking_id) WHERE at IS NOT NULL
    ON CONFLICT (week) DO UPDATE SET is_stale = 1 WHERE is_stale = 0;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_count_again AFTER UPDATE OF rating, hidden_at ON reviews BEGIN
  INSERT INTO insight_weeks (week) SELECT DISTINCT date(at / 1000 + 7200, 'unixepoch', 'weekday 0', '-6 days') FROM (SELECT completed_at AS at FROM bookings WHERE id = new.booking_id) WHERE at IS NOT NULL
    ON CONFLICT (week) DO UPDATE SET is_stale = 1 WHERE is_stale = 0;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_count_no_more AFTER DELETE ON reviews BEGIN
  INSERT INTO insight_weeks (week) SELECT DISTINCT date(at / 1000 + 7200, 'unixepoch', 'weekday 0', '-6 days') FROM (SELECT completed_at AS at FROM bookings WHERE id = old.booking_id) WHERE at IS NOT NULL
    ON CONFLICT (week) DO UPDATE SET is_stale = 1 WHERE is_stale = 0;
END;
