CREATE TABLE `contacts` (
	`user_id` text NOT NULL,
	`other_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`active_at` integer NOT NULL,
	`read_seq` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`unread_since` integer,
	`mailed_seq` integer DEFAULT 0 NOT NULL,
	`mailed_at` integer,
	PRIMARY KEY(`user_id`, `other_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contacts_by_activity` ON `contacts` (`user_id`,`active_at`,`other_id`);--> statement-breakpoint
CREATE INDEX `contacts_unread` ON `contacts` (`unread_since`) WHERE unread > 0;--> statement-breakpoint
CREATE TABLE `messages` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`sender_id` text NOT NULL,
	`recipient_id` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recipient_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_once` ON `messages` (`sender_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_by_conversation` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`client_id` text NOT NULL,
	`plumber_id` text NOT NULL,
	`rating` integer NOT NULL,
	`comment` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reviews_rating" CHECK("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_once` ON `reviews` (`booking_id`);--> statement-breakpoint
CREATE INDEX `reviews_by_plumber` ON `reviews` (`plumber_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_by_client` ON `reviews` (`client_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `daily_tallies` ADD `reviews` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `daily_tallies` ADD `rating_sum` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `unread_messages` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `bookings_by_creation` ON `bookings` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_pending_by_start` ON `bookings` (`starts_at`) WHERE status = 'pending';--> statement-breakpoint
INSERT OR IGNORE INTO `contacts` (`user_id`, `other_id`, `conversation_id`, `active_at`)
SELECT `client_id`, `plumber_id`, min(`client_id`, `plumber_id`) || '.' || max(`client_id`, `plumber_id`), max(`created_at`) FROM `bookings` WHERE `plumber_id` IS NOT NULL GROUP BY `client_id`, `plumber_id`;--> statement-breakpoint
INSERT OR IGNORE INTO `contacts` (`user_id`, `other_id`, `conversation_id`, `active_at`)
SELECT `other_id`, `user_id`, `conversation_id`, `active_at` FROM `contacts`;
