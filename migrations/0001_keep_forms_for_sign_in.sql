CREATE TABLE `kept_forms` (
	`id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`device_token` text NOT NULL,
	`answers` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `kept_forms_by_expiry` ON `kept_forms` (`expires_at`);