ALTER TABLE `bookings` ADD `job_minutes` integer DEFAULT 30 NOT NULL;
--> statement-breakpoint
-- What is booked was booked with the plumber's time per job, as far as anybody knows; without a plumber it is drawn as an hour.
UPDATE bookings SET job_minutes = coalesce((SELECT job_minutes FROM plumber_profiles WHERE user_id = bookings.plumber_id), 60)
WHERE job_minutes <> coalesce((SELECT job_minutes FROM plumber_profiles WHERE user_id = bookings.plumber_id), 60);
--> statement-breakpoint
-- The triggers of `0002_free_days.sql` that read how long a booking is. No job is longer than 120 minutes.
DROP TRIGGER free_days_counted;
--> statement-breakpoint
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
DROP TRIGGER bookings_move_starts;
--> statement-breakpoint
CREATE TRIGGER bookings_move_starts AFTER UPDATE OF plumber_id, status, starts_at, job_minutes ON bookings
WHEN old.plumber_id IS NOT new.plumber_id OR old.starts_at <> new.starts_at OR old.job_minutes <> new.job_minutes
  OR (old.status IN ('pending', 'confirmed', 'in-progress')) <> (new.status IN ('pending', 'confirmed', 'in-progress')) BEGIN
  UPDATE free_days SET day = day WHERE plumber_id = old.plumber_id AND day = date(old.starts_at / 1000 + 7200, 'unixepoch');
  UPDATE free_days SET day = day WHERE plumber_id = new.plumber_id AND day = date(new.starts_at / 1000 + 7200, 'unixepoch');
END;
