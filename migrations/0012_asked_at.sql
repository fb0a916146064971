DROP INDEX `bookings_to_nudge`;--> statement-breakpoint
DROP INDEX `bookings_unanswered`;--> statement-breakpoint
ALTER TABLE `bookings` ADD `asked_at` integer;--> statement-breakpoint
CREATE INDEX `bookings_to_nudge_since` ON `bookings` (`nudges`,`asked_at`) WHERE status = 'pending' and plumber_id is not null;--> statement-breakpoint
CREATE INDEX `bookings_unanswered_since` ON `bookings` (`asked_at`,`id`) WHERE status = 'pending' and plumber_id is not null;--> statement-breakpoint
UPDATE `bookings` SET `asked_at` = `created_at`;
