DROP INDEX `refunds_reference`;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_reference` ON `refunds` (`reference`) WHERE sent_by is not null;