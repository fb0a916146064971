ALTER TABLE `bookings` ADD `proposed_start` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `proposed_by` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `proposals` integer DEFAULT 0 NOT NULL;