-- What the office's figures count (O20): a row of facts for each booking, and sums of them by week, city and problem.
-- Whatever writes a booking, its history, a review or a commission, these triggers follow; drizzle-kit knows neither
-- triggers nor views, so this file is written by hand. To insert an id into `bookings_to_count` is to have it counted.
CREATE VIEW facts_of_bookings AS SELECT
  bookings.id AS booking_id,
  date(bookings.created_at / 1000 + 7200, 'unixepoch', 'weekday 0', '-6 days') AS week,
  coalesce(bookings.city_key, '') AS city_key,
  coalesce(bookings.service_type, '') AS service_type,
  EXISTS (
    -- Among a client's first hundred visits one was requested before, if any was: no event reads more than these.
    SELECT 1 FROM (
      SELECT created_at FROM bookings AS visit WHERE visit.client_id = bookings.client_id ORDER BY starts_at, id LIMIT 100
    ) AS earlier WHERE earlier.created_at < bookings.created_at
  ) AS is_repeated,
  EXISTS (
    SELECT 1 FROM booking_events AS event
    WHERE event.booking_id = bookings.id AND event.to_status IN ('confirmed', 'in-progress', 'completed')
  ) AS is_confirmed,
  CASE
    WHEN bookings.status = 'completed' THEN 'completed'
    WHEN bookings.status = 'refused' THEN iif(ended.event = 'expire', 'expired', 'refused')
    WHEN bookings.status = 'cancelled' THEN iif(ended.actor_role IN ('client', 'plumber'), ended.actor_role, 'office')
    ELSE 'open'
  END AS outcome,
  iif(bookings.status = 'cancelled', CASE
    WHEN bookings.starts_at - ended.at >= 86400000 THEN 'early'
    WHEN bookings.starts_at - ended.at >= 7200000 THEN 'short'
    ELSE 'late'
  END, NULL) AS notice,
  (
    -- The fewest of these minutes within which it was answered; 0: more than a day.
    SELECT coalesce((
      SELECT min(step.value) FROM json_each('[5,10,15,20,30,45,60,90,120,180,240,360,720,1440]') AS step
      WHERE answer.at - bookings.created_at <= 60000 * step.value
    ), 0)
    FROM booking_events AS answer
    WHERE answer.booking_id = bookings.id AND answer.event IN ('confirm', 'refuse') ORDER BY answer.at LIMIT 1
  ) AS wait,
  date(bookings.completed_at / 1000 + 7200, 'unixepoch', 'weekday 0', '-6 days') AS done_week,
  iif(coalesce(bookings.final_answer, '') IN ('agreed', 'decided')
    OR bookings.final_answer IS NULL
      AND bookings.final_amount <= coalesce(bookings.agreed_price, bookings.fee, bookings.final_amount),
    bookings.final_amount, NULL) AS value,
  bookings.paid_amount AS paid,
  (
    SELECT coalesce(sum(transfer.amount), 0) FROM ledger_transfers AS transfer
    WHERE transfer.debit = 'held:' || bookings.id AND transfer.kind = 'commission'
  ) AS commission,
  (SELECT review.rating FROM reviews AS review WHERE review.booking_id = bookings.id AND review.hidden_at IS NULL) AS rating
FROM bookings LEFT JOIN booking_events AS ended ON ended.id = (
  SELECT last.id FROM booking_events AS last
  WHERE last.booking_id = bookings.id AND last.event IN ('cancel', 'refuse', 'expire') ORDER BY last.at DESC, last.id DESC LIMIT 1
);
--> statement-breakpoint
CREATE VIEW bookings_to_count AS SELECT booking_id FROM booking_facts;
--> statement-breakpoint
CREATE TRIGGER bookings_to_count_facts INSTEAD OF INSERT ON bookings_to_count BEGIN
  INSERT INTO booking_facts (
    booking_id, week, city_key, service_type, is_repeated, is_confirmed, outcome, notice, wait, done_week, value,
    paid, commission, rating
  ) SELECT
    booking_id, week, city_key, service_type, is_repeated, is_confirmed, outcome, notice, wait, done_week, value,
    paid, commission, rating
  FROM facts_of_bookings WHERE booking_id = new.booking_id
  ON CONFLICT (booking_id) DO UPDATE SET
    week = excluded.week, city_key = excluded.city_key, service_type = excluded.service_type,
    is_repeated = excluded.is_repeated, is_confirmed = excluded.is_confirmed, outcome = excluded.outcome,
    notice = excluded.notice, wait = excluded.wait, done_week = excluded.done_week, value = excluded.value,
    paid = excluded.paid, commission = excluded.commission, rating = excluded.rating
  WHERE (
    booking_facts.week, booking_facts.city_key, booking_facts.service_type, booking_facts.is_repeated,
    booking_facts.is_confirmed, booking_facts.outcome, booking_facts.notice, booking_facts.wait,
    booking_facts.done_week, booking_facts.value, booking_facts.paid, booking_facts.commission, booking_facts.rating
  ) IS NOT (
    excluded.week, excluded.city_key, excluded.service_type, excluded.is_repeated, excluded.is_confirmed,
    excluded.outcome, excluded.notice, excluded.wait, excluded.done_week, excluded.value, excluded.paid,
    excluded.commission, excluded.rating
  );
END;
--> statement-breakpoint
-- Facts that came (number 1) or went (-1): both sums are said here once.
CREATE VIEW changed_facts AS SELECT *, 1 AS number FROM booking_facts;
--> statement-breakpoint
CREATE TRIGGER changed_facts_sums INSTEAD OF INSERT ON changed_facts BEGIN
  INSERT INTO request_tallies (week, city_key, service_type,
    requested, repeated, confirmed, completed, refused, expired, client_early, client_short, client_late,
    plumber_early, plumber_short, plumber_late, office_early, office_short, office_late, waited5, waited10, waited15,
    waited20, waited30, waited45, waited60, waited90, waited120, waited180, waited240, waited360, waited720,
    waited1440, waited_longer)
  SELECT new.week, new.city_key, new.service_type,
    new.number, new.number * coalesce(new.is_repeated, 0), new.number * coalesce(new.is_confirmed, 0),
    new.number * coalesce(new.outcome = 'completed', 0), new.number * coalesce(new.outcome = 'refused', 0),
    new.number * coalesce(new.outcome = 'expired', 0),
    new.number * coalesce(new.outcome = 'client' AND new.notice = 'early', 0),
    new.number * coalesce(new.outcome = 'client' AND new.notice = 'short', 0),
    new.number * coalesce(new.outcome = 'client' AND new.notice = 'late', 0),
    new.number * coalesce(new.outcome = 'plumber' AND new.notice = 'early', 0),
    new.number * coalesce(new.outcome = 'plumber' AND new.notice = 'short', 0),
    new.number * coalesce(new.outcome = 'plumber' AND new.notice = 'late', 0),
    new.number * coalesce(new.outcome = 'office' AND new.notice = 'early', 0),
    new.number * coalesce(new.outcome = 'office' AND new.notice = 'short', 0),
    new.number * coalesce(new.outcome = 'office' AND new.notice = 'late', 0), new.number * coalesce(new.wait = 5, 0),
    new.number * coalesce(new.wait = 10, 0), new.number * coalesce(new.wait = 15, 0),
    new.number * coalesce(new.wait = 20, 0), new.number * coalesce(new.wait = 30, 0),
    new.number * coalesce(new.wait = 45, 0), new.number * coalesce(new.wait = 60, 0),
    new.number * coalesce(new.wait = 90, 0), new.number * coalesce(new.wait = 120, 0),
    new.number * coalesce(new.wait = 180, 0), new.number * coalesce(new.wait = 240, 0),
    new.number * coalesce(new.wait = 360, 0), new.number * coalesce(new.wait = 720, 0),
    new.number * coalesce(new.wait = 1440, 0), new.number * coalesce(new.wait = 0, 0)
  WHERE true
  ON CONFLICT (week, city_key, service_type) DO UPDATE SET
    requested = requested + excluded.requested, repeated = repeated + excluded.repeated,
    confirmed = confirmed + excluded.confirmed, completed = completed + excluded.completed,
    refused = refused + excluded.refused, expired = expired + excluded.expired,
    client_early = client_early + excluded.client_early, client_short = client_short + excluded.client_short,
    client_late = client_late + excluded.client_late, plumber_early = plumber_early + excluded.plumber_early,
    plumber_short = plumber_short + excluded.plumber_short, plumber_late = plumber_late + excluded.plumber_late,
    office_early = office_early + excluded.office_early, office_short = office_short + excluded.office_short,
    office_late = office_late + excluded.office_late, waited5 = waited5 + excluded.waited5,
    waited10 = waited10 + excluded.waited10, waited15 = waited15 + excluded.waited15,
    waited20 = waited20 + excluded.waited20, waited30 = waited30 + excluded.waited30,
    waited45 = waited45 + excluded.waited45, waited60 = waited60 + excluded.waited60,
    waited90 = waited90 + excluded.waited90, waited120 = waited120 + excluded.waited120,
    waited180 = waited180 + excluded.waited180, waited240 = waited240 + excluded.waited240,
    waited360 = waited360 + excluded.waited360, waited720 = waited720 + excluded.waited720,
    waited1440 = waited1440 + excluded.waited1440, waited_longer = waited_longer + excluded.waited_longer;
  INSERT INTO job_tallies (week, city_key, service_type,
    jobs, priced, value, paid, commission, rated1, rated2, rated3, rated4, rated5)
  SELECT new.done_week, new.city_key, new.service_type,
    new.number, new.number * coalesce(new.value IS NOT NULL, 0), new.number * coalesce(new.value, 0),
    new.number * coalesce(new.paid, 0), new.number * coalesce(new.commission, 0),
    new.number * coalesce(new.rating = 1, 0), new.number * coalesce(new.rating = 2, 0),
    new.number * coalesce(new.rating = 3, 0), new.number * coalesce(new.rating = 4, 0),
    new.number * coalesce(new.rating = 5, 0)
  WHERE new.done_week IS NOT NULL
  ON CONFLICT (week, city_key, service_type) DO UPDATE SET
    jobs = jobs + excluded.jobs, priced = priced + excluded.priced, value = value + excluded.value,
    paid = paid + excluded.paid, commission = commission + excluded.commission, rated1 = rated1 + excluded.rated1,
    rated2 = rated2 + excluded.rated2, rated3 = rated3 + excluded.rated3, rated4 = rated4 + excluded.rated4,
    rated5 = rated5 + excluded.rated5;
END;
--> statement-breakpoint
CREATE TRIGGER booking_facts_come AFTER INSERT ON booking_facts BEGIN
  INSERT INTO changed_facts (
    booking_id, week, city_key, service_type, is_repeated, is_confirmed, outcome, notice, wait, done_week, value,
    paid, commission, rating, number
  ) VALUES (
    new.booking_id, new.week, new.city_key, new.service_type, new.is_repeated, new.is_confirmed, new.outcome,
    new.notice, new.wait, new.done_week, new.value, new.paid, new.commission, new.rating, 1
  );
END;
--> statement-breakpoint
CREATE TRIGGER booking_facts_change AFTER UPDATE ON booking_facts BEGIN
  INSERT INTO changed_facts (
    booking_id, week, city_key, service_type, is_repeated, is_confirmed, outcome, notice, wait, done_week, value,
    paid, commission, rating, number
  ) VALUES (
    old.booking_id, old.week, old.city_key, old.service_type, old.is_repeated, old.is_confirmed, old.outcome,
    old.notice, old.wait, old.done_week, old.value, old.paid, old.commission, old.rating, -1
  );
  INSERT INTO changed_facts (
    booking_id, week, city_key, service_type, is_repeated, is_confirmed, outcome, notice, wait, done_week, value,
    paid, commission, rating, number
  ) VALUES (
    new.booking_id, new.week, new.city_key, new.service_type, new.is_repeated, new.is_confirmed, new.outcome,
    new.notice, new.wait, new.done_week, new.value, new.paid, new.commission, new.rating, 1
  );
END;
--> statement-breakpoint
CREATE TRIGGER booking_facts_go AFTER DELETE ON booking_facts BEGIN
  INSERT INTO changed_facts (
    booking_id, week, city_key, service_type, is_repeated, is_confirmed, outcome, notice, wait, done_week, value,
    paid, commission, rating, number
  ) VALUES (
    old.booking_id, old.week, old.city_key, old.service_type, old.is_repeated, old.is_confirmed, old.outcome,
    old.notice, old.wait, old.done_week, old.value, old.paid, old.commission, old.rating, -1
  );
END;
--> statement-breakpoint
CREATE TRIGGER booking_events_count AFTER INSERT ON booking_events
WHEN new.event IN ('request', 'confirm', 'refuse', 'cancel', 'start', 'complete', 'expire', 'reopen') BEGIN
  INSERT INTO bookings_to_count VALUES (new.booking_id);
END;
--> statement-breakpoint
-- A booking's first event has it counted: before that there is nothing to keep right.
CREATE TRIGGER bookings_count AFTER UPDATE OF
  city_key, service_type, completed_at, fee, agreed_price, final_amount, final_answer, paid_amount ON bookings
WHEN (
    old.city_key, old.service_type, old.completed_at, old.fee,
    old.agreed_price, old.final_amount, old.final_answer, old.paid_amount
  ) IS NOT (
    new.city_key, new.service_type, new.completed_at, new.fee,
    new.agreed_price, new.final_amount, new.final_answer, new.paid_amount
  )
  AND EXISTS (SELECT 1 FROM booking_facts WHERE booking_id = new.id) BEGIN
  INSERT INTO bookings_to_count VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER bookings_count_no_more AFTER DELETE ON bookings BEGIN
  DELETE FROM booking_facts WHERE booking_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_count AFTER INSERT ON reviews BEGIN
  INSERT INTO bookings_to_count VALUES (new.booking_id);
END;
--> statement-breakpoint
CREATE TRIGGER reviews_count_again AFTER UPDATE OF rating, hidden_at ON reviews
WHEN old.rating <> new.rating OR (old.hidden_at IS NULL) <> (new.hidden_at IS NULL) BEGIN
  INSERT INTO bookings_to_count VALUES (new.booking_id);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_transfers_count AFTER INSERT ON ledger_transfers
WHEN new.kind = 'commission' AND new.booking_id IS NOT NULL BEGIN
  INSERT INTO bookings_to_count VALUES (new.booking_id);
END;
--> statement-breakpoint
-- What is there already, where this comes to a site that runs.
INSERT INTO bookings_to_count SELECT id FROM bookings;
