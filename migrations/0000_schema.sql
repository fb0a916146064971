CREATE TABLE `claim_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `claim_links_by_user` ON `claim_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `claim_links_by_expiry` ON `claim_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`words` text NOT NULL,
	`admin_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `consents_by_user` ON `consents` (`user_id`,`at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text,
	`role` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone` text,
	`password_hash` text NOT NULL,
	`photo_key` text,
	`address_line1` text,
	`address_line2` text,
	`email_verified_at` integer,
	`suspended_at` integer,
	`suspended_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`unread_messages` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "users_role" CHECK("users"."role" in ('client', 'plumber', 'admin')),
	CONSTRAINT "users_email" CHECK(email is not null or (role = 'client' and email_verified_at is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`role`,lower(first_name || ' ' || last_name),`id`);--> statement-breakpoint
CREATE INDEX `users_by_last_name` ON `users` (`role`,lower(last_name || ' ' || first_name),`id`);--> statement-breakpoint
CREATE INDEX `users_by_phone` ON `users` (`phone`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `users_by_creation` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_role_and_creation` ON `users` (`role`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`suspended_at`,`id`) WHERE suspended_at is not null;--> statement-breakpoint
CREATE TABLE `plumber_profiles` (
	`user_id` text PRIMARY KEY NOT NULL,
	`sort_name` text NOT NULL,
	`speciality` text NOT NULL,
	`experience` text NOT NULL,
	`about` text NOT NULL,
	`fee_cents` integer NOT NULL,
	`city` text NOT NULL,
	`city_key` text NOT NULL,
	`suburb` text,
	`listed` integer DEFAULT false NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`rating_count` integer DEFAULT 0 NOT NULL,
	`rated1` integer DEFAULT 0 NOT NULL,
	`rated2` integer DEFAULT 0 NOT NULL,
	`rated3` integer DEFAULT 0 NOT NULL,
	`rated4` integer DEFAULT 0 NOT NULL,
	`rated5` integer DEFAULT 0 NOT NULL,
	`rank_sum` integer DEFAULT 0 NOT NULL,
	`rank_count` integer DEFAULT 0 NOT NULL,
	`rank_score` integer GENERATED ALWAYS AS (1000 * (5 * 4 * 720720 + rank_sum) / (720720 * (5 + rank_count))) VIRTUAL,
	`rank_order` integer GENERATED ALWAYS AS (-rank_score) VIRTUAL,
	`opens_at` integer DEFAULT 600 NOT NULL,
	`closes_at` integer DEFAULT 1260 NOT NULL,
	`days_off` integer DEFAULT 0 NOT NULL,
	`paused` integer DEFAULT false NOT NULL,
	`job_minutes` integer DEFAULT 30 NOT NULL,
	`calendar_token_hash` text,
	`jobs_total` integer DEFAULT 0 NOT NULL,
	`jobs_completed` integer DEFAULT 0 NOT NULL,
	`awaits_approval` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "plumber_profiles_fee" CHECK("plumber_profiles"."fee_cents" between 0 and 1000000),
	CONSTRAINT "plumber_profiles_hours" CHECK(opens_at < closes_at and days_off between 0 and 127),
	CONSTRAINT "plumber_profiles_ratings" CHECK(rating_count = rated1 + rated2 + rated3 + rated4 + rated5)
);
--> statement-breakpoint
CREATE INDEX `plumbers_to_approve` ON `plumber_profiles` (`user_id`) WHERE awaits_approval = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `plumbers_by_calendar` ON `plumber_profiles` (`calendar_token_hash`);--> statement-breakpoint
CREATE INDEX `plumbers_by_rank` ON `plumber_profiles` (`rank_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_and_rank` ON `plumber_profiles` (`city_key`,`rank_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_speciality_and_rank` ON `plumber_profiles` (`speciality`,`rank_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_speciality_and_rank` ON `plumber_profiles` (`city_key`,`speciality`,`rank_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_fee` ON `plumber_profiles` (`fee_cents`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_and_fee` ON `plumber_profiles` (`city_key`,`fee_cents`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_speciality_and_fee` ON `plumber_profiles` (`speciality`,`fee_cents`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_speciality_and_fee` ON `plumber_profiles` (`city_key`,`speciality`,`fee_cents`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_and_name` ON `plumber_profiles` (`city_key`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE TABLE `saved_plumbers` (
	`client_id` text NOT NULL,
	`plumber_id` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`client_id`, `plumber_id`),
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_plumbers_by_time` ON `saved_plumbers` (`client_id`,`saved_at`,`plumber_id`);--> statement-breakpoint
CREATE TABLE `served_suburbs` (
	`plumber_id` text NOT NULL,
	`suburb_key` text NOT NULL,
	`suburb` text NOT NULL,
	PRIMARY KEY(`plumber_id`, `suburb_key`),
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `registrations` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone` text,
	`password_hash` text NOT NULL,
	`photo_key` text,
	`address_line1` text,
	`address_line2` text,
	`sort_name` text,
	`speciality` text,
	`experience` text,
	`about` text,
	`fee_cents` integer,
	`city` text,
	`city_key` text,
	`draft_id` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "registrations_role" CHECK("registrations"."role" in ('client', 'plumber')),
	CONSTRAINT "registrations_profile" CHECK(role = 'client' or (sort_name is not null and speciality is not null and experience is not null and about is not null
        and fee_cents is not null and city is not null and city_key is not null))
);
--> statement-breakpoint
CREATE INDEX `registrations_by_email` ON `registrations` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `registrations_by_age` ON `registrations` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `registrations_by_name` ON `registrations` (lower(first_name || ' ' || last_name));--> statement-breakpoint
CREATE INDEX `registrations_by_last_name` ON `registrations` (lower(last_name || ' ' || first_name));--> statement-breakpoint
CREATE INDEX `registrations_by_phone` ON `registrations` (`phone`) WHERE phone is not null;--> statement-breakpoint
CREATE TABLE `verification_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`registration_id` text NOT NULL,
	`redirect_to` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verification_links_by_email` ON `verification_links` (`email`);--> statement-breakpoint
CREATE INDEX `verification_links_by_expiry` ON `verification_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`refreshed_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sessions_role" CHECK("sessions"."role" in ('client', 'plumber', 'admin'))
);
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `socket_tickets` (
	`ticket_hash` text PRIMARY KEY NOT NULL,
	`session_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `socket_tickets_by_expiry` ON `socket_tickets` (`expires_at`);--> statement-breakpoint
CREATE INDEX `socket_tickets_by_session` ON `socket_tickets` (`session_hash`);--> statement-breakpoint
CREATE TABLE `password_reset_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `password_reset_links_by_user` ON `password_reset_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `password_reset_links_by_expiry` ON `password_reset_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `idempotent_requests` (
	`request_id` text PRIMARY KEY NOT NULL,
	`content_hash` text NOT NULL,
	`user_id` text,
	`claim_id` text NOT NULL,
	`claimed_until` integer NOT NULL,
	`finished_at` integer,
	`answer` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotent_requests_by_age` ON `idempotent_requests` (`created_at`);--> statement-breakpoint
CREATE INDEX `idempotent_requests_by_user` ON `idempotent_requests` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE TABLE `booking_events` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`event` text NOT NULL,
	`actor_role` text NOT NULL,
	`actor_id` text,
	`to_status` text NOT NULL,
	`reason` text,
	`amount` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "booking_events_event" CHECK("booking_events"."event" in ('request', 'confirm', 'refuse', 'cancel', 'start', 'complete', 'expire', 'assign', 'propose', 'accept', 'decline', 'reschedule', 'on-the-way', 'not-on-the-way', 'reopen', 'plumber-did-not-come', 'nobody-was-there', 'quote', 'accept-quote', 'decline-quote', 'agree-final', 'dispute-final', 'decide', 'record-payment', 'confirm-payment', 'deny-payment', 'void-receipt')),
	CONSTRAINT "booking_events_actor_role" CHECK("booking_events"."actor_role" in ('client', 'plumber', 'admin', 'system')),
	CONSTRAINT "booking_events_to_status" CHECK("booking_events"."to_status" in ('pending', 'confirmed', 'in-progress', 'completed', 'cancelled', 'refused'))
);
--> statement-breakpoint
CREATE INDEX `booking_events_by_booking` ON `booking_events` (`booking_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`client_id` text NOT NULL,
	`plumber_id` text,
	`preferred_plumber_id` text,
	`status` text NOT NULL,
	`starts_at` integer NOT NULL,
	`open_order` integer GENERATED ALWAYS AS (starts_at - 10000000000000 * (status = 'in-progress')) VIRTUAL,
	`service_type` text,
	`suburb` text,
	`street` text,
	`pin` text,
	`notes` text,
	`title` text,
	`report` text,
	`seen_at` integer,
	`reviewed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`reminded_day_at` integer,
	`reminded_hours_at` integer,
	`proposed_start` integer,
	`proposed_by` text,
	`proposals` integer DEFAULT 0 NOT NULL,
	`nudges` integer DEFAULT 0 NOT NULL,
	`city_key` text,
	`asked_at` integer,
	`on_the_way_at` integer,
	`expected_at` integer,
	`completed_at` integer,
	`cancelled_late_by` text,
	`asked_to_close_at` integer,
	`fee` integer,
	`agreed_price` integer,
	`final_amount` integer,
	`final_reason` text,
	`final_answer` text,
	`paid_amount` integer DEFAULT 0 NOT NULL,
	`due` integer GENERATED ALWAYS AS (max(0, coalesce(iif(coalesce(final_answer, '') in ('agreed', 'decided'), final_amount,
        min(final_amount, coalesce(agreed_price, fee, final_amount))), 0) - paid_amount)) VIRTUAL,
	`frozen_at` integer,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`preferred_plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bookings_status" CHECK("bookings"."status" in ('pending', 'confirmed', 'in-progress', 'completed', 'cancelled', 'refused')),
	CONSTRAINT "bookings_proposed_by" CHECK("bookings"."proposed_by" in ('client', 'plumber')),
	CONSTRAINT "bookings_proposal" CHECK((proposed_start is null) = (proposed_by is null)),
	CONSTRAINT "bookings_plumber" CHECK(plumber_id is not null or status in ('pending', 'cancelled', 'refused')),
	CONSTRAINT "bookings_cancelled_late_by" CHECK("bookings"."cancelled_late_by" in ('client', 'plumber')),
	CONSTRAINT "bookings_final_answer" CHECK("bookings"."final_answer" in ('agreed', 'disputed', 'decided')),
	CONSTRAINT "bookings_on_the_way" CHECK((on_the_way_at is null) = (expected_at is null)),
	CONSTRAINT "bookings_completed" CHECK(completed_at is null or status = 'completed'),
	CONSTRAINT "bookings_amounts" CHECK(coalesce(fee, 0) >= 0 and coalesce(agreed_price, 0) >= 0 and coalesce(final_amount, 0) >= 0 and paid_amount >= 0),
	CONSTRAINT "bookings_final" CHECK(final_amount is null or status = 'completed'),
	CONSTRAINT "bookings_reviewed" CHECK(reviewed_at is null or status = 'completed')
);
--> statement-breakpoint
CREATE INDEX `bookings_due_by_client` ON `bookings` (`client_id`,`due`) WHERE due > 0;--> statement-breakpoint
CREATE INDEX `bookings_to_close` ON `bookings` (`status`,`asked_to_close_at`,`starts_at`) WHERE status in ('confirmed', 'in-progress') and asked_to_close_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_reference` ON `bookings` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_slot` ON `bookings` (`plumber_id`,`starts_at`) WHERE status in ('pending', 'confirmed', 'in-progress');--> statement-breakpoint
CREATE INDEX `bookings_by_client` ON `bookings` (`client_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_plumber` ON `bookings` (`plumber_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_cancelled_by_client` ON `bookings` (`client_id`,`starts_at`,`id`) WHERE status in ('cancelled', 'refused');--> statement-breakpoint
CREATE INDEX `bookings_cancelled_by_plumber` ON `bookings` (`plumber_id`,`starts_at`,`id`) WHERE status in ('cancelled', 'refused');--> statement-breakpoint
CREATE INDEX `bookings_open_by_client_in_order` ON `bookings` (`client_id`,`open_order`,`id`) WHERE status in ('pending', 'confirmed', 'in-progress');--> statement-breakpoint
CREATE INDEX `bookings_open_by_plumber_in_order` ON `bookings` (`plumber_id`,`open_order`,`id`) WHERE status in ('pending', 'confirmed', 'in-progress');--> statement-breakpoint
CREATE INDEX `bookings_closed_by_client` ON `bookings` (`client_id`,`starts_at`,`id`) WHERE status in ('completed', 'cancelled', 'refused');--> statement-breakpoint
CREATE INDEX `bookings_closed_by_plumber` ON `bookings` (`plumber_id`,`starts_at`,`id`) WHERE status in ('completed', 'cancelled', 'refused');--> statement-breakpoint
CREATE INDEX `bookings_kept_by_plumber` ON `bookings` (`plumber_id`,`starts_at`,`id`) WHERE status in ('pending', 'confirmed', 'in-progress', 'completed');--> statement-breakpoint
CREATE INDEX `bookings_to_nudge_since` ON `bookings` (`nudges`,`asked_at`) WHERE status = 'pending' and plumber_id is not null;--> statement-breakpoint
CREATE INDEX `bookings_unseen` ON `bookings` (`plumber_id`,`starts_at`,`id`) WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX `bookings_to_review` ON `bookings` (`client_id`,`status`,`reviewed_at`,`starts_at`) WHERE status = 'completed' and reviewed_at is null;--> statement-breakpoint
CREATE INDEX `bookings_to_review_by_plumber` ON `bookings` (`client_id`,`plumber_id`,`starts_at`) WHERE status = 'completed' and reviewed_at is null;--> statement-breakpoint
CREATE INDEX `bookings_by_start` ON `bookings` (`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_status` ON `bookings` (`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_city` ON `bookings` (`city_key`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_city_and_status` ON `bookings` (`city_key`,`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_client_and_status` ON `bookings` (`client_id`,`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_plumber_and_status` ON `bookings` (`plumber_id`,`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE TABLE `daily_tallies` (
	`day` text NOT NULL,
	`plumber_id` text NOT NULL,
	`requested` integer DEFAULT 0 NOT NULL,
	`confirmed` integer DEFAULT 0 NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	`cancelled` integer DEFAULT 0 NOT NULL,
	`completed` integer DEFAULT 0 NOT NULL,
	`sign_ups` integer DEFAULT 0 NOT NULL,
	`earned` integer DEFAULT 0 NOT NULL,
	`reviews` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`plumber_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`version` integer NOT NULL,
	`lines` text NOT NULL,
	`total` integer NOT NULL,
	`note` text,
	`valid_until` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`answered_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "quotes_status" CHECK("quotes"."status" in ('open', 'accepted', 'declined', 'replaced', 'ended')),
	CONSTRAINT "quotes_total" CHECK(total between 0 and 10000000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_by_version` ON `quotes` (`booking_id`,`version`);--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_open` ON `quotes` (`booking_id`) WHERE status = 'open';--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`amount` integer NOT NULL,
	`method` text NOT NULL,
	`status` text NOT NULL,
	`recorded_by` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`answered_by` text,
	`answered_at` integer,
	`settled_by` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`settled_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_method" CHECK("payments"."method" in ('cash', 'ecocash', 'other')),
	CONSTRAINT "payments_status" CHECK("payments"."status" in ('open', 'confirmed', 'denied', 'voided')),
	CONSTRAINT "payments_recorded_by" CHECK("payments"."recorded_by" in ('client', 'plumber', 'admin')),
	CONSTRAINT "payments_answered_by" CHECK("payments"."answered_by" in ('client', 'plumber', 'admin')),
	CONSTRAINT "payments_amount" CHECK(amount > 0),
	CONSTRAINT "payments_answered" CHECK((status = 'open') = (answered_at is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_open` ON `payments` (`booking_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `payments_by_booking` ON `payments` (`booking_id`,`recorded_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_denied` ON `payments` (`status`,`settled_by`,`recorded_at`,`id`) WHERE status = 'denied' and settled_by is null;--> statement-breakpoint
CREATE INDEX `payments_by_status` ON `payments` (`status`,`recorded_at`,`id`);--> statement-breakpoint
CREATE TABLE `receipts` (
	`number` integer PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`amount` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`voids` integer,
	`reason` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipts_amount" CHECK((amount < 0) = (voids is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_voided` ON `receipts` (`voids`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_of_payment` ON `receipts` (`payment_id`) WHERE voids is null;--> statement-breakpoint
CREATE INDEX `receipts_by_booking` ON `receipts` (`booking_id`,`number`);--> statement-breakpoint
CREATE TABLE `request_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`plumber_id` text NOT NULL,
	`starts_at` integer,
	`service_type` text,
	`suburb` text,
	`street` text,
	`pin` text,
	`notes` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `request_drafts_by_expiry` ON `request_drafts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `emails` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`cause_id` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text,
	`html` text,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`claimed_until` integer,
	`last_error` text,
	`last_error_code` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	CONSTRAINT "emails_status" CHECK("emails"."status" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `emails_due` ON `emails` (`next_attempt_at`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `emails_by_age` ON `emails` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `emails_failed` ON `emails` (`created_at`,`id`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `emails_by_recipient` ON `emails` (`recipient`);--> statement-breakpoint
CREATE UNIQUE INDEX `emails_once` ON `emails` (`cause_id`,`kind`,`recipient`);--> statement-breakpoint
CREATE TABLE `rate_limit_counters` (
	`subject` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limit_counters_by_end` ON `rate_limit_counters` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`user_id` text NOT NULL,
	`other_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`active_at` integer NOT NULL,
	`read_seq` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`unread_since` integer,
	`emailed_seq` integer DEFAULT 0 NOT NULL,
	`emailed_at` integer,
	PRIMARY KEY(`user_id`, `other_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "contacts_two_users" CHECK(user_id <> other_id),
	CONSTRAINT "contacts_unread_since" CHECK(unread >= 0 and (unread = 0) = (unread_since is null))
);
--> statement-breakpoint
CREATE INDEX `contacts_by_activity` ON `contacts` (`user_id`,`active_at`,`other_id`);--> statement-breakpoint
CREATE INDEX `contacts_unread` ON `contacts` (`unread_since`) WHERE unread > 0;--> statement-breakpoint
CREATE TABLE `messages` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`sender_id` text NOT NULL,
	`recipient_id` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recipient_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_once` ON `messages` (`sender_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_by_conversation` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE TABLE `private_photos` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`draft_id` text,
	`booking_id` text,
	`message_seq` integer,
	`uploaded_by` text,
	`upload_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`hidden_at` integer,
	FOREIGN KEY (`draft_id`) REFERENCES `request_drafts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`message_seq`) REFERENCES `messages`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "private_photos_kind" CHECK("private_photos"."kind" in ('problem', 'before', 'after', 'message')),
	CONSTRAINT "private_photos_owner" CHECK((draft_id is not null) + (booking_id is not null) + (message_seq is not null) = 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `private_photos_once` ON `private_photos` (`upload_id`);--> statement-breakpoint
CREATE INDEX `private_photos_by_draft` ON `private_photos` (`draft_id`,`created_at`) WHERE draft_id is not null;--> statement-breakpoint
CREATE INDEX `private_photos_by_booking` ON `private_photos` (`booking_id`,`kind`,`created_at`,`id`) WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX `private_photos_by_message` ON `private_photos` (`message_seq`) WHERE message_seq is not null;--> statement-breakpoint
CREATE TABLE `staged_photos` (
	`photo_key` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staged_photos_by_age` ON `staged_photos` (`created_at`);--> statement-breakpoint
CREATE TABLE `rated_pairs` (
	`plumber_id` text NOT NULL,
	`client_id` text NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`rating_count` integer DEFAULT 0 NOT NULL,
	`mean` integer GENERATED ALWAYS AS (iif(rating_count = 0, 0, 720720 * rating_sum / rating_count)) VIRTUAL,
	PRIMARY KEY(`plumber_id`, `client_id`),
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `review_reports` (
	`review_id` text NOT NULL,
	`reporter_id` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`review_id`, `reporter_id`),
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`client_id` text NOT NULL,
	`plumber_id` text NOT NULL,
	`rating` integer NOT NULL,
	`comment` text,
	`created_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`hidden_at` integer,
	`hidden_reason` text,
	`reported_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reviews_rating" CHECK("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_answer" CHECK((answer is null) = (answered_at is null)),
	CONSTRAINT "reviews_hidden_reason" CHECK(hidden_reason is null or hidden_at is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_once` ON `reviews` (`booking_id`);--> statement-breakpoint
CREATE INDEX `reviews_for_testimonials` ON `reviews` (`created_at`) WHERE rating = 5 and comment is not null and hidden_at is null;--> statement-breakpoint
CREATE INDEX `reviews_by_plumber` ON `reviews` (`plumber_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_by_age` ON `reviews` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_reported` ON `reviews` (`reported_at`,`id`) WHERE reported_at is not null;--> statement-breakpoint
CREATE INDEX `reviews_hidden` ON `reviews` (`hidden_at`,`id`) WHERE hidden_at is not null;--> statement-breakpoint
CREATE INDEX `reviews_by_client` ON `reviews` (`client_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `enquiries` (
	`id` text PRIMARY KEY NOT NULL,
	`topic` text NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`booking_id` text,
	`subject` text,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`assigned_to` text,
	`answer` text,
	`answered_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`assigned_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "enquiries_topic" CHECK("enquiries"."topic" in ('contact', 'home', 'quote', 'appointment', 'booking')),
	CONSTRAINT "enquiries_booking" CHECK((topic = 'booking') = (booking_id is not null)),
	CONSTRAINT "enquiries_email" CHECK(email is not null or topic = 'booking'),
	CONSTRAINT "enquiries_answer" CHECK((answer is null) = (answered_at is null))
);
--> statement-breakpoint
CREATE INDEX `enquiries_open` ON `enquiries` (`created_at`,`id`) WHERE done_at is null;--> statement-breakpoint
CREATE INDEX `enquiries_done` ON `enquiries` (`done_at`,`id`) WHERE done_at is not null;--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`before` text,
	`after` text,
	`reason` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audit_log_subject_kind" CHECK("audit_log"."subject_kind" in ('booking', 'user', 'registration', 'review', 'enquiry', 'email', 'setting', 'export'))
);
--> statement-breakpoint
CREATE INDEX `audit_log_by_age` ON `audit_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_by_subject` ON `audit_log` (`subject_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_by_admin` ON `audit_log` (`admin_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `heartbeats` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
