CREATE TABLE `admin_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`before` text,
	`after` text,
	`reason` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `admin_actions_by_age` ON `admin_actions` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `admin_actions_by_subject` ON `admin_actions` (`subject_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `admin_actions_by_admin` ON `admin_actions` (`admin_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `notes` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
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
DROP INDEX `reviews_to_quote`;--> statement-breakpoint
ALTER TABLE `reviews` ADD `answer` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `answered_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `hidden_at` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `hidden_reason` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `reported_at` integer;--> statement-breakpoint
CREATE INDEX `reviews_quotable` ON `reviews` (`created_at`) WHERE rating = 5 and comment is not null and hidden_at is null;--> statement-breakpoint
CREATE INDEX `reviews_shown` ON `reviews` (`plumber_id`,`created_at`,`id`) WHERE hidden_at is null;--> statement-breakpoint
CREATE INDEX `reviews_by_age` ON `reviews` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_reported` ON `reviews` (`reported_at`,`id`) WHERE reported_at is not null;--> statement-breakpoint
CREATE INDEX `reviews_hidden` ON `reviews` (`hidden_at`,`id`) WHERE hidden_at is not null;--> statement-breakpoint
ALTER TABLE `bookings` ADD `city_key` text;--> statement-breakpoint
CREATE INDEX `bookings_by_start` ON `bookings` (`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_status` ON `bookings` (`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_city` ON `bookings` (`city_key`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_city_and_status` ON `bookings` (`city_key`,`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_plumber_and_status` ON `bookings` (`plumber_id`,`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_unanswered` ON `bookings` (`created_at`,`id`) WHERE status = 'pending' and plumber_id is not null;--> statement-breakpoint
ALTER TABLE `enquiries` ADD `assigned_to` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `enquiries` ADD `answer` text;--> statement-breakpoint
ALTER TABLE `enquiries` ADD `answered_at` integer;--> statement-breakpoint
CREATE INDEX `enquiries_done` ON `enquiries` (`done_at`,`id`) WHERE done_at is not null;--> statement-breakpoint
ALTER TABLE `plumber_profiles` ADD `awaits_approval` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `plumbers_to_approve` ON `plumber_profiles` (`user_id`) WHERE awaits_approval = 1;--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_reason` text;--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`role`,lower(name || ' ' || username),`id`);--> statement-breakpoint
CREATE INDEX `users_by_last_name` ON `users` (`role`,lower(username || ' ' || name),`id`);--> statement-breakpoint
CREATE INDEX `users_by_phone` ON `users` (`phone`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `users_by_creation` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_role_and_creation` ON `users` (`role`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`suspended_at`,`id`) WHERE suspended_at is not null;--> statement-breakpoint
CREATE INDEX `mails_failed` ON `mails` (`created_at`,`id`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `mails_by_recipient` ON `mails` (`recipient`);--> statement-breakpoint
UPDATE `bookings` SET `city_key` = (SELECT `city_key` FROM `plumber_profiles` WHERE `user_id` = `bookings`.`plumber_id`) WHERE `plumber_id` IS NOT NULL;
