-- The free starts of each plumber's coming seven days (D23). Whatever writes a booking or a plumber's hours, these triggers
-- follow; drizzle-kit knows none, so this file is written by hand. To write a row's day is to have it counted anew. No
-- trigger knows the time: days roll on, and starts pass, by the schedule.
CREATE TRIGGER free_days_counted AFTER UPDATE OF day ON free_days BEGIN
  UPDATE free_days SET starts = coalesce((
    SELECT sum(1 << slot.value)
    FROM plumber_profiles AS own, json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]') AS slot
    WHERE own.user_id = new.plumber_id AND own.paused = 0
      AND own.days_off & (1 << ((strftime('%w', new.day) + 6) % 7)) = 0
      AND own.opens_at <= 600 + 30 * slot.value AND own.closes_at > 600 + 30 * slot.value
      AND NOT EXISTS (
        SELECT 1 FROM bookings AS held
        WHERE held.plumber_id = new.plumber_id AND held.status IN ('pending', 'confirmed', 'in-progress')
          AND held.starts_at > (strftime('%s', new.day) - 7200 + 60 * (600 + 30 * slot.value - 120)) * 1000
          AND held.starts_at < (strftime('%s', new.day) - 7200 + 60 * (600 + 30 * slot.value + own.job_minutes)) * 1000
          AND held.starts_at + held.job_minutes * 60000 > (strftime('%s', new.day) - 7200 + 60 * (600 + 30 * slot.value)) * 1000
      )
  ), 0) WHERE plumber_id = new.plumber_id AND day = new.day;
END;
--> statement-breakpoint
CREATE TRIGGER free_days_ordered AFTER UPDATE OF starts ON free_days BEGIN
  UPDATE plumber_profiles SET free_order = coalesce((
    SELECT strftime('%s', day) / 86400 * 4194304 + first_start FROM free_days
    WHERE plumber_id = new.plumber_id AND first_start > 0 ORDER BY day LIMIT 1
  ), 1000000000000)
  WHERE user_id = new.plumber_id AND free_order IS NOT coalesce((
    SELECT strftime('%s', day) / 86400 * 4194304 + first_start FROM free_days
    WHERE plumber_id = new.plumber_id AND first_start > 0 ORDER BY day LIMIT 1
  ), 1000000000000);
END;
--> statement-breakpoint
-- The week that begins when the account was last changed: the schedule rolls it on where that was earlier.
CREATE TRIGGER plumber_profiles_get_days AFTER INSERT ON plumber_profiles BEGIN
  INSERT INTO free_days (plumber_id, day)
  SELECT new.user_id, date(users.updated_at / 1000 + 7200, 'unixepoch', later.value || ' days')
  FROM users, json_each('[0,1,2,3,4,5,6]') AS later WHERE users.id = new.user_id;
  UPDATE free_days SET day = day WHERE plumber_id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER plumber_profiles_set_hours AFTER UPDATE OF opens_at, closes_at, days_off, paused, job_minutes ON plumber_profiles BEGIN
  UPDATE free_days SET day = day WHERE plumber_id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_take_starts AFTER INSERT ON bookings
WHEN new.plumber_id IS NOT NULL AND new.status IN ('pending', 'confirmed', 'in-progress') BEGIN
  UPDATE free_days SET day = day WHERE plumber_id = new.plumber_id AND day = date(new.starts_at / 1000 + 7200, 'unixepoch');
END;
--> statement-breakpoint
CREATE TRIGGER bookings_move_starts AFTER UPDATE OF plumber_id, status, starts_at, job_minutes ON bookings
WHEN old.plumber_id IS NOT new.plumber_id OR old.starts_at <> new.starts_at OR old.job_minutes <> new.job_minutes
  OR (old.status IN ('pending', 'confirmed', 'in-progress')) <> (new.status IN ('pending', 'confirmed', 'in-progress')) BEGIN
  UPDATE free_days SET day = day WHERE plumber_id = old.plumber_id AND day = date(old.starts_at / 1000 + 7200, 'unixepoch');
  UPDATE free_days SET day = day WHERE plumber_id = new.plumber_id AND day = date(new.starts_at / 1000 + 7200, 'unixepoch');
END;
--> statement-breakpoint
CREATE TRIGGER bookings_free_starts AFTER DELETE ON bookings BEGIN
  UPDATE free_days SET day = day WHERE plumber_id = old.plumber_id AND day = date(old.starts_at / 1000 + 7200, 'unixepoch');
END;
