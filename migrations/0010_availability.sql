ALTER TABLE `plumber_profiles` ADD `opens_at` integer DEFAULT 600 NOT NULL;--> statement-breakpoint
ALTER TABLE `plumber_profiles` ADD `closes_at` integer DEFAULT 1260 NOT NULL;--> statement-breakpoint
ALTER TABLE `plumber_profiles` ADD `days_off` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plumber_profiles` ADD `paused` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `plumber_profiles` ADD `job_minutes` integer DEFAULT 30 NOT NULL;