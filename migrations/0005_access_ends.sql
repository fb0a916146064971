ALTER TABLE `users` ADD `access_ended_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text;--> statement-breakpoint
ALTER TABLE `authenticator_apps` ADD `pending_session` text;--> statement-breakpoint
CREATE INDEX `review_reports_by_reporter` ON `review_reports` (`reporter_id`);--> statement-breakpoint
CREATE INDEX `enquiries_by_email` ON `enquiries` (`email`) WHERE email is not null;