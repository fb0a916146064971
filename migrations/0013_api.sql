CREATE TABLE `idempotent_requests` (
	`request_id` text PRIMARY KEY NOT NULL,
	`content_hash` text NOT NULL,
	`claim_id` text NOT NULL,
	`claimed_until` integer NOT NULL,
	`answer` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotent_requests_by_age` ON `idempotent_requests` (`created_at`);--> statement-breakpoint
CREATE TABLE `socket_tickets` (
	`ticket_hash` text PRIMARY KEY NOT NULL,
	`session_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `socket_tickets_by_expiry` ON `socket_tickets` (`expires_at`);--> statement-breakpoint
CREATE INDEX `socket_tickets_by_session` ON `socket_tickets` (`session_hash`);