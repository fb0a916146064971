ALTER TABLE `bookings` ADD `reviewed_at` integer;--> statement-breakpoint
CREATE INDEX `bookings_to_review` ON `bookings` (`client_id`,`starts_at`) WHERE status = 'completed' and reviewed_at is null;--> statement-breakpoint
CREATE INDEX `bookings_to_review_by_plumber` ON `bookings` (`client_id`,`plumber_id`,`starts_at`) WHERE status = 'completed' and reviewed_at is null;--> statement-breakpoint
CREATE INDEX `users_admins` ON `users` (`name`,`id`) WHERE role = 'admin';--> statement-breakpoint
UPDATE `bookings` SET `reviewed_at` = (SELECT `created_at` FROM `reviews` WHERE `reviews`.`booking_id` = `bookings`.`id`) WHERE `id` IN (SELECT `booking_id` FROM `reviews`);
