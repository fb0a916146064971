ALTER TABLE `plumber_profiles` ADD `rated1` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plumber_profiles` ADD `rated2` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plumber_profiles` ADD `rated3` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plumber_profiles` ADD `rated4` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plumber_profiles` ADD `rated5` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `plumbers_by_speciality_and_rank` ON `plumber_profiles` (`speciality`,`rank_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_speciality_and_rank` ON `plumber_profiles` (`city_key`,`speciality`,`rank_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_fee` ON `plumber_profiles` (`fee_cents`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_and_fee` ON `plumber_profiles` (`city_key`,`fee_cents`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_speciality_and_fee` ON `plumber_profiles` (`speciality`,`fee_cents`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_speciality_and_fee` ON `plumber_profiles` (`city_key`,`speciality`,`fee_cents`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
UPDATE `plumber_profiles` SET
  `rated1` = (SELECT count(*) FROM `reviews` WHERE `plumber_id` = `plumber_profiles`.`user_id` AND `rating` = 1),
  `rated2` = (SELECT count(*) FROM `reviews` WHERE `plumber_id` = `plumber_profiles`.`user_id` AND `rating` = 2),
  `rated3` = (SELECT count(*) FROM `reviews` WHERE `plumber_id` = `plumber_profiles`.`user_id` AND `rating` = 3),
  `rated4` = (SELECT count(*) FROM `reviews` WHERE `plumber_id` = `plumber_profiles`.`user_id` AND `rating` = 4),
  `rated5` = (SELECT count(*) FROM `reviews` WHERE `plumber_id` = `plumber_profiles`.`user_id` AND `rating` = 5)
WHERE `rating_count` > 0;
