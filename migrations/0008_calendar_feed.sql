ALTER TABLE `plumber_profiles` ADD `calendar_token_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `plumbers_by_calendar` ON `plumber_profiles` (`calendar_token_hash`);