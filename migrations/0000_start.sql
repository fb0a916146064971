CREATE TABLE `attempt_counters` (
	`subject` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempt_counters_by_end` ON `attempt_counters` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `booking_events` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`event` text NOT NULL,
	`actor_role` text NOT NULL,
	`actor_id` text,
	`to_status` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `booking_events_by_booking` ON `booking_events` (`booking_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`client_id` text NOT NULL,
	`plumber_id` text,
	`status` text NOT NULL,
	`starts_at` integer NOT NULL,
	`service_type` text,
	`location` text,
	`notes` text,
	`title` text,
	`report` text,
	`seen_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bookings_status" CHECK("bookings"."status" in ('pending', 'confirmed', 'in-progress', 'completed', 'cancelled', 'refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_reference` ON `bookings` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_slot` ON `bookings` (`plumber_id`,`starts_at`) WHERE status in ('pending', 'confirmed', 'in-progress');--> statement-breakpoint
CREATE INDEX `bookings_by_client` ON `bookings` (`client_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_plumber` ON `bookings` (`plumber_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_open_by_client` ON `bookings` (`client_id`,`status`,`starts_at`) WHERE status in ('pending', 'confirmed', 'in-progress');--> statement-breakpoint
CREATE INDEX `bookings_unseen` ON `bookings` (`plumber_id`,`starts_at`,`id`) WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX `bookings_unassigned` ON `bookings` (`starts_at`,`id`) WHERE plumber_id is null and status = 'pending';--> statement-breakpoint
CREATE TABLE `daily_tallies` (
	`day` text NOT NULL,
	`plumber_id` text NOT NULL,
	`requested` integer DEFAULT 0 NOT NULL,
	`confirmed` integer DEFAULT 0 NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	`cancelled` integer DEFAULT 0 NOT NULL,
	`completed` integer DEFAULT 0 NOT NULL,
	`sign_ups` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`plumber_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `email_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`redirect_to` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "email_tokens_purpose" CHECK("email_tokens"."purpose" in ('verify', 'reset'))
);
--> statement-breakpoint
CREATE INDEX `email_tokens_by_user` ON `email_tokens` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `email_tokens_by_expiry` ON `email_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `mails` (
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
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`next_attempt_at`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `mails_by_age` ON `mails` (`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `mails_once` ON `mails` (`cause_id`,`kind`,`recipient`);--> statement-breakpoint
CREATE TABLE `plumber_profiles` (
	`user_id` text PRIMARY KEY NOT NULL,
	`sort_name` text NOT NULL,
	`speciality` text NOT NULL,
	`experience` text NOT NULL,
	`about` text NOT NULL,
	`fee_cents` integer NOT NULL,
	`city` text NOT NULL,
	`city_key` text NOT NULL,
	`listed` integer DEFAULT false NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`rating_count` integer DEFAULT 0 NOT NULL,
	`rank_score` integer DEFAULT 4000 NOT NULL,
	`rank_order` integer GENERATED ALWAYS AS (-rank_score) VIRTUAL,
	`jobs_total` integer DEFAULT 0 NOT NULL,
	`jobs_completed` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "plumber_profiles_fee" CHECK("plumber_profiles"."fee_cents" between 0 and 1000000)
);
--> statement-breakpoint
CREATE INDEX `plumbers_by_rank` ON `plumber_profiles` (`rank_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_and_rank` ON `plumber_profiles` (`city_key`,`rank_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_and_name` ON `plumber_profiles` (`city_key`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`refreshed_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `staged_photos` (
	`photo_key` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staged_photos_by_age` ON `staged_photos` (`created_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`phone` text,
	`password_hash` text NOT NULL,
	`photo_key` text,
	`address_line1` text,
	`address_line2` text,
	`email_verified_at` integer,
	`suspended_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_role" CHECK("users"."role" in ('client', 'plumber', 'admin'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);