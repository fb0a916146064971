CREATE TABLE `rated_pairs` (
	`plumber_id` text NOT NULL,
	`client_id` text NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`rating_count` integer DEFAULT 0 NOT NULL,
	`mean` integer GENERATED ALWAYS AS (iif(rating_count = 0, 0, 720720 * rating_sum / rating_count)) VIRTUAL,
	PRIMARY KEY(`plumber_id`, `client_id`),
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `bookings_kept_by_client`;--> statement-breakpoint
ALTER TABLE `bookings` ADD `wished_plumber_id` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `bookings` ADD `open_order` integer GENERATED ALWAYS AS (starts_at - 10000000000000 * (status = 'in-progress')) VIRTUAL;--> statement-breakpoint
CREATE INDEX `bookings_open_by_client_in_order` ON `bookings` (`client_id`,`open_order`,`id`) WHERE status in ('pending', 'confirmed', 'in-progress');--> statement-breakpoint
CREATE INDEX `bookings_open_by_plumber_in_order` ON `bookings` (`plumber_id`,`open_order`,`id`) WHERE status in ('pending', 'confirmed', 'in-progress');--> statement-breakpoint
CREATE INDEX `bookings_closed_by_client` ON `bookings` (`client_id`,`starts_at`,`id`) WHERE status in ('completed', 'cancelled', 'refused');--> statement-breakpoint
CREATE INDEX `bookings_closed_by_plumber` ON `bookings` (`plumber_id`,`starts_at`,`id`) WHERE status in ('completed', 'cancelled', 'refused');--> statement-breakpoint
CREATE INDEX `bookings_completed_by_client` ON `bookings` (`client_id`,`starts_at`,`id`) WHERE status = 'completed';--> statement-breakpoint
ALTER TABLE `plumber_profiles` ADD `rank_sum` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plumber_profiles` ADD `rank_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
INSERT INTO `rated_pairs` (`plumber_id`, `client_id`, `rating_sum`, `rating_count`)
  SELECT `plumber_id`, `client_id`, sum(iif(`hidden_at` IS NULL, `rating`, 0)), sum(`hidden_at` IS NULL) FROM `reviews` GROUP BY `plumber_id`, `client_id`;--> statement-breakpoint
UPDATE `plumber_profiles` SET
  `rank_sum` = coalesce((SELECT sum(`mean`) FROM `rated_pairs` WHERE `plumber_id` = `plumber_profiles`.`user_id`), 0),
  `rank_count` = (SELECT count(*) FROM `rated_pairs` WHERE `plumber_id` = `plumber_profiles`.`user_id` AND `rating_count` > 0);--> statement-breakpoint
UPDATE `plumber_profiles` SET `rank_score` = 1000 * (20 * 720720 + `rank_sum`) / (720720 * (5 + `rank_count`)) WHERE `rating_count` > 0;
