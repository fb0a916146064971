CREATE TABLE `enquiries` (
	`id` text PRIMARY KEY NOT NULL,
	`topic` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`subject` text,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	CONSTRAINT "enquiries_topic" CHECK("enquiries"."topic" in ('contact', 'home', 'quote', 'appointment'))
);
--> statement-breakpoint
CREATE INDEX `enquiries_open` ON `enquiries` (`created_at`,`id`) WHERE done_at is null;--> statement-breakpoint
CREATE INDEX `reviews_to_quote` ON `reviews` (`created_at`) WHERE rating = 5 and comment is not null;