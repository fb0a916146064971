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
	`created_at` integer NOT NULL,
	CONSTRAINT "registrations_role" CHECK("registrations"."role" in ('client', 'plumber'))
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
INSERT INTO `registrations` (`id`, `email`, `role`, `first_name`, `last_name`, `phone`, `password_hash`, `photo_key`, `address_line1`, `address_line2`, `sort_name`, `speciality`, `experience`, `about`, `fee_cents`, `city`, `city_key`, `created_at`)
SELECT `users`.`id`, `email`, `role`, `name`, `username`, `phone`, `password_hash`, `photo_key`, `address_line1`, `address_line2`, `sort_name`, `speciality`, `experience`, `about`, `fee_cents`, `city`, `city_key`, `created_at`
FROM `users` LEFT JOIN `plumber_profiles` ON `plumber_profiles`.`user_id` = `users`.`id` AND `role` = 'plumber'
WHERE `email_verified_at` IS NULL AND `password_hash` <> 'erased' AND `role` IN ('client', 'plumber');--> statement-breakpoint
INSERT INTO `verification_links` (`token_hash`, `email`, `registration_id`, `redirect_to`, `created_at`, `expires_at`)
SELECT `token_hash`, `registrations`.`email`, `registrations`.`id`, `redirect_to`, `email_tokens`.`created_at`, `expires_at`
FROM `email_tokens` INNER JOIN `registrations` ON `registrations`.`id` = `email_tokens`.`user_id` WHERE `purpose` = 'verify';--> statement-breakpoint
DELETE FROM `email_tokens` WHERE `purpose` = 'verify';--> statement-breakpoint
DELETE FROM `users` WHERE `id` IN (SELECT `id` FROM `registrations`);
