ALTER TABLE `bookings` ADD `reminded_day_at` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `reminded_hours_at` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `nudges` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_to_remind_a_day` ON `bookings` (`starts_at`) WHERE status = 'confirmed' and reminded_day_at is null;--> statement-breakpoint
CREATE INDEX `bookings_to_remind_hours` ON `bookings` (`starts_at`) WHERE status = 'confirmed' and reminded_hours_at is null;--> statement-breakpoint
CREATE INDEX `bookings_to_nudge` ON `bookings` (`nudges`,`created_at`) WHERE status = 'pending' and plumber_id is not null;