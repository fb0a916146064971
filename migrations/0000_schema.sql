CREATE TABLE `claim_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `claim_links_by_user` ON `claim_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `claim_links_by_expiry` ON `claim_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`words` text NOT NULL,
	`admin_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `consents_by_user` ON `consents` (`user_id`,`at`);--> statement-breakpoint
CREATE TABLE `registrations` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`search_name` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(first_name || ' ' || last_name), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ą', 'a'), 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'æ', 'ae'), 'Æ', 'ae'), 'ç', 'c'), 'ć', 'c'), 'č', 'c'), 'Ç', 'c'), 'Ć', 'c'), 'Č', 'c'), 'đ', 'd'), 'Đ', 'd'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ę', 'e'), 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ğ', 'g'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ı', 'i'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'İ', 'i'), 'ł', 'l'), 'Ł', 'l'), 'ñ', 'n'), 'ń', 'n'), 'Ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ø', 'o'), 'ő', 'o'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'ř', 'r'), 'š', 's'), 'ś', 's'), 'ş', 's'), 'Š', 's'), 'Ś', 's'), 'Ş', 's'), 'ß', 'ss'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ý', 'y'), 'ÿ', 'y'), 'Ý', 'y'), 'ž', 'z'), 'ż', 'z'), 'ź', 'z'), 'Ž', 'z'), 'Ż', 'z'), '''', ''), '’', ''), '‘', ''), 'ʼ', ''), '`', ''), '´', ''), '-', ' '), '‐', ' '), '‑', ' '), '–', ' '), '—', ' ')) VIRTUAL NOT NULL,
	`search_last_name` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(last_name || ' ' || first_name), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ą', 'a'), 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'æ', 'ae'), 'Æ', 'ae'), 'ç', 'c'), 'ć', 'c'), 'č', 'c'), 'Ç', 'c'), 'Ć', 'c'), 'Č', 'c'), 'đ', 'd'), 'Đ', 'd'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ę', 'e'), 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ğ', 'g'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ı', 'i'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'İ', 'i'), 'ł', 'l'), 'Ł', 'l'), 'ñ', 'n'), 'ń', 'n'), 'Ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ø', 'o'), 'ő', 'o'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'ř', 'r'), 'š', 's'), 'ś', 's'), 'ş', 's'), 'Š', 's'), 'Ś', 's'), 'Ş', 's'), 'ß', 'ss'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ý', 'y'), 'ÿ', 'y'), 'Ý', 'y'), 'ž', 'z'), 'ż', 'z'), 'ź', 'z'), 'Ž', 'z'), 'Ż', 'z'), '''', ''), '’', ''), '‘', ''), 'ʼ', ''), '`', ''), '´', ''), '-', ' '), '‐', ' '), '‑', ' '), '–', ' '), '—', ' ')) VIRTUAL NOT NULL,
	`phone` text,
	`phone_end` text GENERATED ALWAYS AS (substr(phone, -6)) VIRTUAL,
	`password_hash` text NOT NULL,
	`photo_key` text,
	`address_line1` text,
	`address_line2` text,
	`sort_name` text,
	`speciality` text,
	`experience` text,
	`about` text,
	`fee_cents` integer,
	`city` text,
	`city_key` text,
	`terms_version` text,
	`draft_id` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "registrations_role" CHECK("registrations"."role" in ('client', 'plumber')),
	CONSTRAINT "registrations_profile" CHECK(role = 'client' or (sort_name is not null and speciality is not null and experience is not null and about is not null
        and fee_cents is not null and city is not null and city_key is not null))
);
--> statement-breakpoint
CREATE INDEX `registrations_by_email` ON `registrations` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `registrations_by_age` ON `registrations` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `registrations_by_name` ON `registrations` (`search_name`);--> statement-breakpoint
CREATE INDEX `registrations_by_last_name` ON `registrations` (`search_last_name`);--> statement-breakpoint
CREATE INDEX `registrations_by_phone` ON `registrations` (`phone`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `registrations_by_phone_end` ON `registrations` (`phone_end`) WHERE phone is not null;--> statement-breakpoint
CREATE TABLE `terms_acceptances` (
	`user_id` text NOT NULL,
	`version` text NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `version`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text,
	`role` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`search_name` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(first_name || ' ' || last_name), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ą', 'a'), 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'æ', 'ae'), 'Æ', 'ae'), 'ç', 'c'), 'ć', 'c'), 'č', 'c'), 'Ç', 'c'), 'Ć', 'c'), 'Č', 'c'), 'đ', 'd'), 'Đ', 'd'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ę', 'e'), 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ğ', 'g'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ı', 'i'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'İ', 'i'), 'ł', 'l'), 'Ł', 'l'), 'ñ', 'n'), 'ń', 'n'), 'Ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ø', 'o'), 'ő', 'o'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'ř', 'r'), 'š', 's'), 'ś', 's'), 'ş', 's'), 'Š', 's'), 'Ś', 's'), 'Ş', 's'), 'ß', 'ss'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ý', 'y'), 'ÿ', 'y'), 'Ý', 'y'), 'ž', 'z'), 'ż', 'z'), 'ź', 'z'), 'Ž', 'z'), 'Ż', 'z'), '''', ''), '’', ''), '‘', ''), 'ʼ', ''), '`', ''), '´', ''), '-', ' '), '‐', ' '), '‑', ' '), '–', ' '), '—', ' ')) VIRTUAL NOT NULL,
	`search_last_name` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(last_name || ' ' || first_name), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ą', 'a'), 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'æ', 'ae'), 'Æ', 'ae'), 'ç', 'c'), 'ć', 'c'), 'č', 'c'), 'Ç', 'c'), 'Ć', 'c'), 'Č', 'c'), 'đ', 'd'), 'Đ', 'd'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ę', 'e'), 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ğ', 'g'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ı', 'i'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'İ', 'i'), 'ł', 'l'), 'Ł', 'l'), 'ñ', 'n'), 'ń', 'n'), 'Ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ø', 'o'), 'ő', 'o'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'ř', 'r'), 'š', 's'), 'ś', 's'), 'ş', 's'), 'Š', 's'), 'Ś', 's'), 'Ş', 's'), 'ß', 'ss'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ý', 'y'), 'ÿ', 'y'), 'Ý', 'y'), 'ž', 'z'), 'ż', 'z'), 'ź', 'z'), 'Ž', 'z'), 'Ż', 'z'), '''', ''), '’', ''), '‘', ''), 'ʼ', ''), '`', ''), '´', ''), '-', ' '), '‐', ' '), '‑', ' '), '–', ' '), '—', ' ')) VIRTUAL NOT NULL,
	`phone` text,
	`phone_end` text GENERATED ALWAYS AS (substr(phone, -6)) VIRTUAL,
	`phone_corrected_at` integer,
	`password_hash` text NOT NULL,
	`photo_key` text,
	`address_line1` text,
	`address_line2` text,
	`email_verified_at` integer,
	`claimed_at` integer,
	`terms_version` text,
	`suspended_at` integer,
	`access_ended_at` integer,
	`merged_into` text,
	`suspended_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`quiet_from` integer DEFAULT 1260,
	`quiet_until` integer DEFAULT 390,
	`unread_messages` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`merged_into`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_role" CHECK("users"."role" in ('client', 'plumber', 'admin')),
	CONSTRAINT "users_merged" CHECK((merged_into is null) or email is null or password_hash = 'erased'),
	CONSTRAINT "users_email" CHECK(email is not null or (role = 'client' and email_verified_at is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`role`,`search_name`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_last_name` ON `users` (`role`,`search_last_name`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_phone` ON `users` (`phone`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `users_by_phone_end` ON `users` (`phone_end`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `users_by_creation` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_by_role_and_creation` ON `users` (`role`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`suspended_at`,`id`) WHERE suspended_at is not null;--> statement-breakpoint
CREATE INDEX `users_suspended_plumbers` ON `users` (`id`) WHERE suspended_at is not null and role = 'plumber';--> statement-breakpoint
CREATE INDEX `users_merged` ON `users` (`merged_into`) WHERE merged_into is not null;--> statement-breakpoint
CREATE TABLE `verification_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`registration_id` text NOT NULL,
	`redirect_to` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verification_links_by_email` ON `verification_links` (`email`);--> statement-breakpoint
CREATE INDEX `verification_links_by_expiry` ON `verification_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `authenticator_apps` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`pending_secret` text,
	`pending_until` integer,
	`pending_session` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `idempotent_requests` (
	`request_id` text PRIMARY KEY NOT NULL,
	`content_hash` text NOT NULL,
	`user_id` text,
	`claim_id` text NOT NULL,
	`claimed_until` integer NOT NULL,
	`finished_at` integer,
	`answer` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotent_requests_by_age` ON `idempotent_requests` (`created_at`);--> statement-breakpoint
CREATE INDEX `idempotent_requests_by_user` ON `idempotent_requests` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE TABLE `kept_forms` (
	`id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`device_token` text NOT NULL,
	`answers` text NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `kept_forms_by_expiry` ON `kept_forms` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`challenge` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "passkey_challenges_purpose" CHECK("passkey_challenges"."purpose" in ('create', 'use'))
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_by_expiry` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_by_user` ON `passkey_challenges` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`algorithm` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credentialId_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_by_user` ON `passkeys` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `password_reset_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `password_reset_links_by_user` ON `password_reset_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `password_reset_links_by_expiry` ON `password_reset_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `pending_sign_ins` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`password_hash` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pending_sign_ins_by_user` ON `pending_sign_ins` (`user_id`);--> statement-breakpoint
CREATE INDEX `pending_sign_ins_by_expiry` ON `pending_sign_ins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `personal_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `personal_tokens_hash` ON `personal_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `personal_tokens_by_user` ON `personal_tokens` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `rate_limit_counters` (
	`subject` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `rate_limit_counters_by_end` ON `rate_limit_counters` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `second_factor_resets` (
	`user_id` text PRIMARY KEY NOT NULL,
	`started_by` text NOT NULL,
	`started_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`started_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `second_factor_resets_by_due` ON `second_factor_resets` (`due_at`);--> statement-breakpoint
CREATE TABLE `sent_forms` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sent_forms_by_expiry` ON `sent_forms` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`refreshed_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`stepped_up_at` integer,
	`device` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sessions_role" CHECK("sessions"."role" in ('client', 'plumber', 'admin'))
);
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `socket_tickets` (
	`ticket_hash` text PRIMARY KEY NOT NULL,
	`session_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `socket_tickets_by_expiry` ON `socket_tickets` (`expires_at`);--> statement-breakpoint
CREATE INDEX `socket_tickets_by_session` ON `socket_tickets` (`session_hash`);--> statement-breakpoint
CREATE TABLE `free_days` (
	`plumber_id` text NOT NULL,
	`day` text NOT NULL,
	`starts` integer DEFAULT 0 NOT NULL,
	`first_start` integer GENERATED ALWAYS AS (starts & -starts) VIRTUAL,
	PRIMARY KEY(`plumber_id`, `day`),
	FOREIGN KEY (`plumber_id`) REFERENCES `plumber_profiles`(`user_id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `free_days_by_first_start` ON `free_days` (`day`,`first_start`,`plumber_id`);--> statement-breakpoint
CREATE TABLE `plumber_checks` (
	`plumber_id` text NOT NULL,
	`kind` text NOT NULL,
	`name_key` text NOT NULL,
	`checked_at` integer NOT NULL,
	`expires_at` integer,
	`recorded_by` text NOT NULL,
	`note` text,
	`next_step_at` integer,
	PRIMARY KEY(`plumber_id`, `kind`),
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`recorded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plumber_checks_kind" CHECK("plumber_checks"."kind" in ('identity', 'certificate', 'reference'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `plumber_checks_by_step` ON `plumber_checks` (`next_step_at`);--> statement-breakpoint
CREATE INDEX `plumber_checks_by_end` ON `plumber_checks` (`expires_at`,`plumber_id`) WHERE expires_at is not null;--> statement-breakpoint
CREATE TABLE `plumber_papers` (
	`id` text PRIMARY KEY NOT NULL,
	`plumber_id` text NOT NULL,
	`kind` text NOT NULL,
	`upload_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "plumber_papers_kind" CHECK("plumber_papers"."kind" in ('identity', 'certificate', 'reference'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plumber_papers_once` ON `plumber_papers` (`upload_id`);--> statement-breakpoint
CREATE INDEX `plumber_papers_by_plumber` ON `plumber_papers` (`plumber_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `plumber_papers_by_age` ON `plumber_papers` (`created_at`,`plumber_id`);--> statement-breakpoint
CREATE TABLE `plumber_profiles` (
	`user_id` text PRIMARY KEY NOT NULL,
	`sort_name` text NOT NULL,
	`speciality` text NOT NULL,
	`experience` text NOT NULL,
	`about` text NOT NULL,
	`fee_cents` integer NOT NULL,
	`city` text NOT NULL,
	`city_key` text NOT NULL,
	`suburb` text,
	`listed` integer DEFAULT false NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`rating_count` integer DEFAULT 0 NOT NULL,
	`rated1` integer DEFAULT 0 NOT NULL,
	`rated2` integer DEFAULT 0 NOT NULL,
	`rated3` integer DEFAULT 0 NOT NULL,
	`rated4` integer DEFAULT 0 NOT NULL,
	`rated5` integer DEFAULT 0 NOT NULL,
	`rank_sum` integer DEFAULT 0 NOT NULL,
	`rank_count` integer DEFAULT 0 NOT NULL,
	`rank_score` integer GENERATED ALWAYS AS (1000 * (5 * 4 * 720720 + rank_sum) / (720720 * (5 + rank_count))) VIRTUAL,
	`rank_order` integer GENERATED ALWAYS AS (-rank_score) VIRTUAL,
	`free_order` integer DEFAULT 1000000000000 NOT NULL,
	`opens_at` integer DEFAULT 600 NOT NULL,
	`closes_at` integer DEFAULT 1260 NOT NULL,
	`days_off` integer DEFAULT 0 NOT NULL,
	`paused` integer DEFAULT false NOT NULL,
	`job_minutes` integer DEFAULT 30 NOT NULL,
	`calendar_token_hash` text,
	`jobs_total` integer DEFAULT 0 NOT NULL,
	`jobs_completed` integer DEFAULT 0 NOT NULL,
	`accepted_percent` integer,
	`minutes_to_answer` integer,
	`approval` text DEFAULT 'approved' NOT NULL,
	`queued_at` integer,
	`office_words` text,
	`papers_note` text,
	`checks` text DEFAULT '[]' NOT NULL,
	`hours_set_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "plumber_profiles_approval" CHECK("plumber_profiles"."approval" in ('approved', 'waiting', 'asked', 'refused')),
	CONSTRAINT "plumber_profiles_fee" CHECK("plumber_profiles"."fee_cents" between 0 and 1000000),
	CONSTRAINT "plumber_profiles_hours" CHECK(opens_at < closes_at and days_off between 0 and 127),
	CONSTRAINT "plumber_profiles_ratings" CHECK(rating_count = rated1 + rated2 + rated3 + rated4 + rated5)
);
--> statement-breakpoint
CREATE INDEX `plumbers_to_vet` ON `plumber_profiles` (`queued_at`,`user_id`) WHERE queued_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `plumbers_by_calendar` ON `plumber_profiles` (`calendar_token_hash`);--> statement-breakpoint
CREATE INDEX `plumbers_unlisted` ON `plumber_profiles` (`user_id`) WHERE listed = 0;--> statement-breakpoint
CREATE INDEX `plumbers_by_rank` ON `plumber_profiles` (`rank_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_and_rank` ON `plumber_profiles` (`city_key`,`rank_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_speciality_and_rank` ON `plumber_profiles` (`city_key`,`speciality`,`rank_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_fee` ON `plumber_profiles` (`fee_cents`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_and_fee` ON `plumber_profiles` (`city_key`,`fee_cents`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_free_start` ON `plumber_profiles` (`free_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_and_free_start` ON `plumber_profiles` (`city_key`,`free_order`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE INDEX `plumbers_by_suburb_and_rank` ON `plumber_profiles` (`city_key`,lower(suburb),`rank_order`,`sort_name`,`user_id`) WHERE listed = 1 and suburb is not null;--> statement-breakpoint
CREATE INDEX `plumbers_by_city_and_name` ON `plumber_profiles` (`city_key`,`sort_name`,`user_id`) WHERE listed = 1;--> statement-breakpoint
CREATE TABLE `saved_plumbers` (
	`client_id` text NOT NULL,
	`plumber_id` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`client_id`, `plumber_id`),
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `saved_plumbers_by_time` ON `saved_plumbers` (`client_id`,`saved_at`,`plumber_id`);--> statement-breakpoint
CREATE TABLE `served_suburbs` (
	`plumber_id` text NOT NULL,
	`suburb_key` text NOT NULL,
	`suburb` text NOT NULL,
	PRIMARY KEY(`plumber_id`, `suburb_key`),
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `served_suburbs_by_suburb` ON `served_suburbs` (`suburb_key`,`plumber_id`);--> statement-breakpoint
CREATE TABLE `booking_events` (
	`booking_id` text NOT NULL,
	`seq` integer NOT NULL,
	`id` text NOT NULL,
	`event` text NOT NULL,
	`actor_role` text NOT NULL,
	`actor_id` text,
	`to_status` text NOT NULL,
	`reason` text,
	`assigned_to` text,
	`minutes_away` integer,
	`outcome` text,
	`about_start` integer,
	`amount` integer,
	`changes` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`booking_id`, `seq`),
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "booking_events_event" CHECK("booking_events"."event" in ('request', 'confirm', 'refuse', 'cancel', 'start', 'complete', 'expire', 'assign', 'propose', 'accept', 'decline', 'reschedule', 'on-the-way', 'not-on-the-way', 'reopen', 'plumber-did-not-come', 'nobody-was-there', 'plumber-came', 'somebody-was-there', 'remove-photo', 'set-pin', 'remove-pin', 'told-by-phone', 'not-told-by-phone', 'correct', 'quote', 'accept-quote', 'decline-quote', 'agree-final', 'dispute-final', 'decide', 'resolve-dispute', 'record-payment', 'withdraw-payment', 'confirm-payment', 'deny-payment', 'void-receipt', 'pay-online', 'release', 'refund', 'take-back')),
	CONSTRAINT "booking_events_actor_role" CHECK("booking_events"."actor_role" in ('client', 'plumber', 'admin', 'system')),
	CONSTRAINT "booking_events_to_status" CHECK("booking_events"."to_status" in ('pending', 'confirmed', 'in-progress', 'completed', 'cancelled', 'refused')),
	CONSTRAINT "booking_events_outcome" CHECK("booking_events"."outcome" in ('plumber-did-not-come', 'nobody-was-there', 'another-time', 'took-place'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `booking_events_of_prices` ON `booking_events` (`at`) WHERE event in ('complete', 'reopen', 'agree-final', 'dispute-final', 'decide');--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`client_id` text NOT NULL,
	`plumber_id` text,
	`preferred_plumber_id` text,
	`replaces_id` text,
	`status` text NOT NULL,
	`starts_at` integer NOT NULL,
	`job_minutes` integer DEFAULT 30 NOT NULL,
	`open_order` integer GENERATED ALWAYS AS (starts_at - 10000000000000 * (status = 'in-progress')) VIRTUAL,
	`service_type` text,
	`suburb` text,
	`street` text,
	`city` text,
	`search_suburb` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(suburb), '''', ''), '’', ''), '‘', ''), 'ʼ', ''), '`', ''), '´', ''), '-', ' '), '‐', ' '), '‑', ' '), '–', ' '), '—', ' ')) VIRTUAL,
	`search_street` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(ltrim(street, '0123456789 /-,.#')), '''', ''), '’', ''), '‘', ''), 'ʼ', ''), '`', ''), '´', ''), '-', ' '), '‐', ' '), '‑', ' '), '–', ' '), '—', ' ')) VIRTUAL,
	`pin` text,
	`notes` text,
	`title` text,
	`report` text,
	`seen_at` integer,
	`reviewed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`reminded_day_at` integer,
	`reminded_hours_at` integer,
	`proposed_start` integer,
	`proposed_by` text,
	`proposals` integer DEFAULT 0 NOT NULL,
	`nudges` integer DEFAULT 0 NOT NULL,
	`city_key` text,
	`asked_at` integer,
	`waiting_since` integer GENERATED ALWAYS AS (coalesce(asked_at, created_at)) VIRTUAL,
	`on_the_way_at` integer,
	`expected_at` integer,
	`completed_at` integer,
	`photos_shared_at` integer,
	`cancelled_late_by` text,
	`missed_by` text,
	`asked_to_close_at` integer,
	`fee` integer,
	`agreed_price` integer,
	`agreed_deposit` integer,
	`final_amount` integer,
	`final_reason` text,
	`final_answer` text,
	`paid_amount` integer DEFAULT 0 NOT NULL,
	`payable` integer GENERATED ALWAYS AS (iif(coalesce(final_answer, '') in ('agreed', 'objected', 'decided'), final_amount,
        min(final_amount, coalesce(agreed_price, fee, final_amount)))) VIRTUAL,
	`due` integer GENERATED ALWAYS AS (iif(frozen_at is not null, 0, max(0, coalesce(payable, 0) - paid_amount))) VIRTUAL,
	`is_paid` integer GENERATED ALWAYS AS (final_amount is not null and frozen_at is null and paid_amount >= final_amount and (coalesce(final_answer, '') in ('agreed', 'decided')
        or final_answer is null and final_amount <= coalesce(agreed_price, fee, final_amount))) VIRTUAL,
	`settled_price` integer GENERATED ALWAYS AS (iif(service_type <> 'Other' and final_amount > 0 and (coalesce(final_answer, '') in ('agreed', 'decided')
        or final_answer is null and final_amount <= coalesce(agreed_price, fee, final_amount)), final_amount, null)) VIRTUAL,
	`frozen_at` integer,
	`released_at` integer,
	`held_amount` integer DEFAULT 0 NOT NULL,
	`open_quote` text,
	`open_payment` text,
	`under_way` integer,
	`unchecked_payment` text,
	`client_asked_from` integer GENERATED ALWAYS AS (case when frozen_at is null then case when not status in ('pending', 'confirmed', 'in-progress') then null
  when not status in ('in-progress') and proposed_by = 'plumber' or (open_payment ->> 'recordedBy') = 'plumber'
    or open_payment is null and (under_way is not null or (status in ('in-progress') or status = 'confirmed' or status = 'pending' and proposed_by is null)
  and plumber_id is not null
  and agreed_deposit > paid_amount and agreed_deposit < agreed_price and unchecked_payment is null) then 0
  when status = 'confirmed'
    then min(max(starts_at, coalesce(expected_at, 0)) + 600000, starts_at + 86400000)
  when status in ('in-progress') then starts_at + 86400000 end end) VIRTUAL,
	`client_asked_until` integer GENERATED ALWAYS AS (case when frozen_at is null then case 
  when status in ('pending', 'confirmed', 'in-progress') and open_payment is null and under_way is null then (open_quote ->> 'validUntil') + 1
  when status = 'completed' and (not coalesce(final_answer, '') in ('objected', 'disputed') and coalesce(final_amount > payable, false) or iif(open_payment is null,
    not coalesce(final_answer, '') in ('objected', 'disputed') and under_way is not null or due > 0 and (not coalesce(final_answer, '') in ('objected', 'disputed') or coalesce(final_amount > payable, false)) and unchecked_payment is null,
    (open_payment ->> 'recordedBy') = iif((final_amount is not null and (open_payment ->> 'amount') > due), 'client', 'plumber'))) then starts_at + 2592000000 end end) VIRTUAL,
	`plumber_asked_from` integer GENERATED ALWAYS AS (case when frozen_at is null then case 
  when status = 'pending' or status in ('in-progress') or status = 'confirmed' and proposed_by = 'client' then 0
  when status = 'confirmed' then starts_at - iif(on_the_way_at is null, 10800000, 3600000) end end) VIRTUAL,
	`plumber_asked_until` integer GENERATED ALWAYS AS (case when frozen_at is null then case 
  when status = 'completed' and iif(open_payment is null, due > 0 and (not coalesce(final_answer, '') in ('objected', 'disputed') or coalesce(final_amount > payable, false)), ((open_payment ->> 'recordedBy') = 'plumber') = (final_amount is not null and (open_payment ->> 'amount') > due))
    then starts_at + 2592000000 end end) VIRTUAL,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`preferred_plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`replaces_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bookings_status" CHECK("bookings"."status" in ('pending', 'confirmed', 'in-progress', 'completed', 'cancelled', 'refused')),
	CONSTRAINT "bookings_proposed_by" CHECK("bookings"."proposed_by" in ('client', 'plumber')),
	CONSTRAINT "bookings_cancelled_late_by" CHECK("bookings"."cancelled_late_by" in ('client', 'plumber')),
	CONSTRAINT "bookings_missed_by" CHECK("bookings"."missed_by" in ('client', 'plumber')),
	CONSTRAINT "bookings_final_answer" CHECK("bookings"."final_answer" in ('agreed', 'objected', 'disputed', 'decided')),
	CONSTRAINT "bookings_proposal" CHECK((proposed_start is null) = (proposed_by is null)),
	CONSTRAINT "bookings_plumber" CHECK(plumber_id is not null or status in ('pending', 'cancelled', 'refused')),
	CONSTRAINT "bookings_on_the_way" CHECK((on_the_way_at is null) = (expected_at is null)),
	CONSTRAINT "bookings_missed" CHECK(missed_by is null or status = 'cancelled'),
	CONSTRAINT "bookings_completed" CHECK(completed_at is null or status = 'completed'),
	CONSTRAINT "bookings_amounts" CHECK(coalesce(fee, 0) >= 0 and coalesce(agreed_price, 0) >= 0 and coalesce(final_amount, 0) >= 0 and paid_amount >= 0),
	CONSTRAINT "bookings_final" CHECK(final_amount is null or status = 'completed'),
	CONSTRAINT "bookings_reviewed" CHECK(reviewed_at is null or status = 'completed')
);
--> statement-breakpoint
CREATE INDEX `bookings_due_by_client` ON `bookings` (`client_id`,`due`) WHERE due > 0;--> statement-breakpoint
CREATE INDEX `bookings_frozen` ON `bookings` (`frozen_at`) WHERE frozen_at is not null;--> statement-breakpoint
CREATE INDEX `bookings_to_settle` ON `bookings` (`status`,`held_amount`) WHERE held_amount > 0;--> statement-breakpoint
CREATE INDEX `bookings_held_by_plumber` ON `bookings` (`plumber_id`,`held_amount`) WHERE held_amount > 0;--> statement-breakpoint
CREATE INDEX `bookings_priced_by_plumber` ON `bookings` (`plumber_id`,`service_type`,`completed_at`,`settled_price`) WHERE settled_price > 0;--> statement-breakpoint
CREATE INDEX `bookings_priced_by_city` ON `bookings` (`city_key`,`service_type`,`completed_at`,`settled_price`,`plumber_id`) WHERE settled_price > 0;--> statement-breakpoint
CREATE INDEX `bookings_priced` ON `bookings` (`service_type`,`completed_at`,`settled_price`,`plumber_id`) WHERE settled_price > 0;--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_reference` ON `bookings` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_slot` ON `bookings` (`plumber_id`,`starts_at`) WHERE status in ('pending', 'confirmed', 'in-progress');--> statement-breakpoint
CREATE INDEX `bookings_replacing` ON `bookings` (`replaces_id`) WHERE replaces_id is not null;--> statement-breakpoint
CREATE INDEX `bookings_by_client` ON `bookings` (`client_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_plumber` ON `bookings` (`plumber_id`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_open_by_client_in_order` ON `bookings` (`client_id`,`open_order`,`id`) WHERE status in ('pending', 'confirmed', 'in-progress');--> statement-breakpoint
CREATE INDEX `bookings_open_by_plumber_in_order` ON `bookings` (`plumber_id`,`open_order`,`id`) WHERE status in ('pending', 'confirmed', 'in-progress');--> statement-breakpoint
CREATE INDEX `bookings_ask_client_from` ON `bookings` (`client_id`,`client_asked_from`) WHERE client_asked_from is not null;--> statement-breakpoint
CREATE INDEX `bookings_ask_client_until` ON `bookings` (`client_id`,`client_asked_until`) WHERE client_asked_until is not null;--> statement-breakpoint
CREATE INDEX `bookings_ask_plumber_from` ON `bookings` (`plumber_id`,`plumber_asked_from`) WHERE plumber_asked_from is not null;--> statement-breakpoint
CREATE INDEX `bookings_ask_plumber_until` ON `bookings` (`plumber_id`,`plumber_asked_until`) WHERE plumber_asked_until is not null;--> statement-breakpoint
CREATE INDEX `bookings_unseen` ON `bookings` (`plumber_id`,`starts_at`,`id`) WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX `bookings_to_review` ON `bookings` (`client_id`,`status`,`reviewed_at`,`starts_at`) WHERE status = 'completed' and reviewed_at is null;--> statement-breakpoint
CREATE INDEX `bookings_by_start` ON `bookings` (`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_suburb` ON `bookings` (`search_suburb`,"starts_at" desc) WHERE suburb is not null;--> statement-breakpoint
CREATE INDEX `bookings_by_street` ON `bookings` (`search_street`,"starts_at" desc) WHERE street is not null;--> statement-breakpoint
CREATE INDEX `bookings_by_creation` ON `bookings` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_completion` ON `bookings` (`completed_at`) WHERE completed_at is not null;--> statement-breakpoint
CREATE INDEX `bookings_by_status_and_creation` ON `bookings` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_waiting` ON `bookings` (`status`,`waiting_since`,`id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `bookings_by_status` ON `bookings` (`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_city` ON `bookings` (`city_key`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_city_and_status` ON `bookings` (`city_key`,`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_client_and_status` ON `bookings` (`client_id`,`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_by_plumber_and_status` ON `bookings` (`plumber_id`,`status`,`starts_at`,`id`);--> statement-breakpoint
CREATE TABLE `daily_tallies` (
	`day` text NOT NULL,
	`plumber_id` text NOT NULL,
	`requested` integer DEFAULT 0 NOT NULL,
	`confirmed` integer DEFAULT 0 NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	`cancelled` integer DEFAULT 0 NOT NULL,
	`completed` integer DEFAULT 0 NOT NULL,
	`sign_ups` integer DEFAULT 0 NOT NULL,
	`earned` integer DEFAULT 0 NOT NULL,
	`reviews` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`plumber_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `city_prices` (
	`city_key` text NOT NULL,
	`service_type` text NOT NULL,
	`jobs` integer NOT NULL,
	`low` integer NOT NULL,
	`median` integer NOT NULL,
	`high` integer NOT NULL,
	`oldest_at` integer NOT NULL,
	PRIMARY KEY(`city_key`, `service_type`),
	CONSTRAINT "city_prices_order" CHECK(low <= median and median <= high and jobs >= 5)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `city_prices_by_age` ON `city_prices` (`oldest_at`);--> statement-breakpoint
CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`event` text NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "disputes_event" CHECK("disputes"."event" in ('plumber-did-not-come', 'nobody-was-there', 'dispute-final', 'deny-payment', 'cancel'))
);
--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`opened_at`,`id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `disputes_closed` ON `disputes` (`closed_at`,`id`) WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX `disputes_of_booking` ON `disputes` (`booking_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE TABLE `online_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`client_id` text NOT NULL,
	`amount` integer NOT NULL,
	`purpose` text NOT NULL,
	`method` text NOT NULL,
	`phone` text,
	`status` text NOT NULL,
	`poll_url` text,
	`checkout_url` text,
	`instructions` text,
	`code` text,
	`code_expires_at` integer,
	`provider_reference` text,
	`failure` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`next_poll_at` integer,
	`polls` integer DEFAULT 0 NOT NULL,
	`paid_at` integer,
	`disputed_at` integer,
	`taken_back_at` integer,
	`received` integer,
	`counts` integer DEFAULT false NOT NULL,
	`review` text,
	`reviewed_by` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reviewed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "online_payments_purpose" CHECK("online_payments"."purpose" in ('fee', 'deposit', 'price', 'rest')),
	CONSTRAINT "online_payments_method" CHECK("online_payments"."method" in ('ecocash', 'onemoney', 'innbucks', 'card')),
	CONSTRAINT "online_payments_status" CHECK("online_payments"."status" in ('starting', 'open', 'unknown', 'paid', 'cancelled', 'failed', 'refused', 'expired')),
	CONSTRAINT "online_payments_review" CHECK("online_payments"."review" in ('amount-differs', 'paid-twice', 'paid-after-end', 'unanswered', 'disputed', 'taken-back')),
	CONSTRAINT "online_payments_amount" CHECK(amount > 0),
	CONSTRAINT "online_payments_paid" CHECK((status = 'paid') = (paid_at is not null) and (paid_at is null) = (received is null)),
	CONSTRAINT "online_payments_taken_back" CHECK(status = 'paid' and (disputed_at is null or taken_back_at is null) or disputed_at is null and taken_back_at is null),
	CONSTRAINT "online_payments_phone" CHECK((method = 'card') = (phone is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `online_payments_open` ON `online_payments` (`booking_id`) WHERE status in ('starting', 'open', 'unknown');--> statement-breakpoint
CREATE INDEX `online_payments_by_booking` ON `online_payments` (`booking_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `online_payments_by_client` ON `online_payments` (`client_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `online_payments_by_status` ON `online_payments` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `online_payments_by_age` ON `online_payments` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `online_payments_to_poll` ON `online_payments` (`next_poll_at`) WHERE next_poll_at is not null;--> statement-breakpoint
CREATE INDEX `online_payments_to_review` ON `online_payments` (`reviewed_by`,`created_at`,`id`) WHERE review is not null and reviewed_by is null;--> statement-breakpoint
CREATE INDEX `online_payments_by_phone` ON `online_payments` (`phone`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `online_payments_by_provider_reference` ON `online_payments` (`provider_reference`) WHERE provider_reference is not null;--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`amount` integer NOT NULL,
	`method` text NOT NULL,
	`status` text NOT NULL,
	`recorded_by` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`answered_by` text,
	`answered_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_method" CHECK("payments"."method" in ('cash', 'ecocash', 'other', 'online')),
	CONSTRAINT "payments_status" CHECK("payments"."status" in ('open', 'confirmed', 'denied', 'withdrawn', 'voided')),
	CONSTRAINT "payments_recorded_by" CHECK("payments"."recorded_by" in ('client', 'plumber', 'admin')),
	CONSTRAINT "payments_answered_by" CHECK("payments"."answered_by" in ('client', 'plumber', 'admin')),
	CONSTRAINT "payments_amount" CHECK(amount > 0),
	CONSTRAINT "payments_answered" CHECK((status = 'open') = (answered_at is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_open` ON `payments` (`booking_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `payments_by_booking` ON `payments` (`booking_id`,`recorded_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_by_status` ON `payments` (`status`,`recorded_at`,`id`);--> statement-breakpoint
CREATE TABLE `plumber_prices` (
	`plumber_id` text NOT NULL,
	`service_type` text NOT NULL,
	`jobs` integer NOT NULL,
	`low` integer NOT NULL,
	`median` integer NOT NULL,
	`high` integer NOT NULL,
	`oldest_at` integer NOT NULL,
	PRIMARY KEY(`plumber_id`, `service_type`),
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "plumber_prices_order" CHECK(low <= median and median <= high and jobs >= 5)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `plumber_prices_by_age` ON `plumber_prices` (`oldest_at`);--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`version` integer NOT NULL,
	`lines` text NOT NULL,
	`total` integer NOT NULL,
	`deposit` integer,
	`note` text,
	`valid_until` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`answered_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "quotes_status" CHECK("quotes"."status" in ('open', 'accepted', 'declined', 'replaced', 'ended')),
	CONSTRAINT "quotes_total" CHECK(total between 0 and 10000000),
	CONSTRAINT "quotes_deposit" CHECK(deposit between 1 and total)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_by_version` ON `quotes` (`booking_id`,`version`);--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_open` ON `quotes` (`booking_id`) WHERE status = 'open';--> statement-breakpoint
CREATE TABLE `receipts` (
	`number` integer PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`amount` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`voids` integer,
	`reason` text,
	`client_names` text,
	`plumber_names` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipts_amount" CHECK((amount < 0) = (voids is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_voided` ON `receipts` (`voids`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_of_payment` ON `receipts` (`payment_id`) WHERE voids is null;--> statement-breakpoint
CREATE INDEX `receipts_by_booking` ON `receipts` (`booking_id`,`number`);--> statement-breakpoint
CREATE TABLE `bank_references` (
	`reference` text PRIMARY KEY NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_balances` (
	`account` text PRIMARY KEY NOT NULL,
	`kind` text GENERATED ALWAYS AS (substr(account, 1, instr(account || ':', ':') - 1)) VIRTUAL NOT NULL,
	`owner` text GENERATED ALWAYS AS (substr(account, instr(account || ':', ':') + 1)) VIRTUAL NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	`checked_amount` integer DEFAULT 0 NOT NULL,
	`is_in_batch` integer DEFAULT false NOT NULL,
	CONSTRAINT "ledger_balances_not_overdrawn" CHECK(amount >= 0 or substr(account, 1, instr(account || ':', ':') - 1) in ('clearing', 'bank', 'provider-fees', 'losses', 'cash-noted'))
);
--> statement-breakpoint
CREATE INDEX `ledger_balances_with_money` ON `ledger_balances` (`kind`,`amount`,`owner`) WHERE amount <> 0;--> statement-breakpoint
CREATE INDEX `ledger_balances_to_pay` ON `ledger_balances` (`kind`,`amount`,`owner`) WHERE amount <> 0 and is_in_batch = 0;--> statement-breakpoint
CREATE TABLE `ledger_days` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `kind`),
	CONSTRAINT "ledger_days_kind" CHECK("ledger_days"."kind" in ('paid', 'paid-not-counted', 'earned', 'commission', 'refund-due', 'refund-sent', 'refund-returned', 'taken-back', 'loss', 'payout', 'payout-returned', 'settled-to-bank', 'provider-fee', 'arrival-voided', 'provider-fee-voided', 'cash', 'cash-voided'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_sums` (
	`kind` text PRIMARY KEY NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_sums_kind" CHECK("ledger_sums"."kind" in ('clearing', 'bank', 'provider-fees', 'held', 'plumber', 'commission', 'refunds', 'losses', 'cash', 'cash-noted'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`debit` text NOT NULL,
	`credit` text NOT NULL,
	`amount` integer NOT NULL,
	`cause_id` text NOT NULL,
	`booking_id` text,
	`at` integer NOT NULL,
	CONSTRAINT "ledger_transfers_kind" CHECK("ledger_transfers"."kind" in ('paid', 'paid-not-counted', 'earned', 'commission', 'refund-due', 'refund-sent', 'refund-returned', 'taken-back', 'loss', 'payout', 'payout-returned', 'settled-to-bank', 'provider-fee', 'arrival-voided', 'provider-fee-voided', 'cash', 'cash-voided')),
	CONSTRAINT "ledger_transfers_amount" CHECK(amount > 0 and debit <> credit),
	CONSTRAINT "ledger_transfers_debit" CHECK(substr(debit, 1, instr(debit || ':', ':') - 1) in ('clearing', 'bank', 'provider-fees', 'held', 'plumber', 'commission', 'refunds', 'losses', 'cash', 'cash-noted')),
	CONSTRAINT "ledger_transfers_credit" CHECK(substr(credit, 1, instr(credit || ':', ':') - 1) in ('clearing', 'bank', 'provider-fees', 'held', 'plumber', 'commission', 'refunds', 'losses', 'cash', 'cash-noted'))
);
--> statement-breakpoint
CREATE INDEX `ledger_transfers_by_age` ON `ledger_transfers` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_by_debit` ON `ledger_transfers` (`debit`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_by_credit` ON `ledger_transfers` (`credit`,`at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_transfers_once` ON `ledger_transfers` (`cause_id`,`kind`);--> statement-breakpoint
CREATE TABLE `payout_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`method` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`taken_at` integer,
	`sent_at` integer,
	`sent_by` text,
	`cancelled_at` integer,
	`reference` text,
	`payout_count` integer DEFAULT 0 NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sent_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_batches_method" CHECK("payout_batches"."method" in ('ecocash', 'bank')),
	CONSTRAINT "payout_batches_sent" CHECK((sent_at is null) = (sent_by is null) and (sent_at is null) = (reference is null)),
	CONSTRAINT "payout_batches_end" CHECK(sent_at is null or cancelled_at is null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_batches_number` ON `payout_batches` (`number`);--> statement-breakpoint
CREATE INDEX `payout_batches_by_reference` ON `payout_batches` (`reference`) WHERE reference is not null;--> statement-breakpoint
CREATE INDEX `payout_batches_by_age` ON `payout_batches` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `payout_details` (
	`id` text PRIMARY KEY NOT NULL,
	`plumber_id` text NOT NULL,
	`method` text NOT NULL,
	`number` text NOT NULL,
	`bank` text,
	`branch` text,
	`holder` text NOT NULL,
	`created_at` integer NOT NULL,
	`valid_from` integer NOT NULL,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "payout_details_method" CHECK("payout_details"."method" in ('ecocash', 'bank')),
	CONSTRAINT "payout_details_bank" CHECK((method = 'bank') = (bank is not null))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `payout_details_by_plumber` ON `payout_details` (`plumber_id`,`valid_from`,`created_at`,`method`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`plumber_id` text NOT NULL,
	`amount` integer NOT NULL,
	`method` text NOT NULL,
	`number` text NOT NULL,
	`bank` text,
	`branch` text,
	`holder` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`batch_id`) REFERENCES `payout_batches`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payouts_method" CHECK("payouts"."method" in ('ecocash', 'bank')),
	CONSTRAINT "payouts_status" CHECK("payouts"."status" in ('prepared', 'sent', 'failed', 'cancelled')),
	CONSTRAINT "payouts_amount" CHECK(amount > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_prepared` ON `payouts` (`plumber_id`) WHERE status = 'prepared';--> statement-breakpoint
CREATE INDEX `payouts_by_batch` ON `payouts` (`batch_id`,`amount`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_ended_by_batch` ON `payouts` (`batch_id`,`status`) WHERE reason is not null;--> statement-breakpoint
CREATE INDEX `payouts_by_plumber` ON `payouts` (`plumber_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`client_id` text NOT NULL,
	`cause_id` text NOT NULL,
	`reason` text NOT NULL,
	`amount` integer NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`return_reason` text,
	`sent_by` text,
	`reference` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sent_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_reason" CHECK("refunds"."reason" in ('cancelled', 'cancelled-late', 'paid-too-much', 'decided', 'not-counted')),
	CONSTRAINT "refunds_amount" CHECK(amount > 0),
	CONSTRAINT "refunds_sent" CHECK((sent_by is null or sent_at is not null) and (sent_at is null) = (reference is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_once` ON `refunds` (`cause_id`);--> statement-breakpoint
CREATE INDEX `refunds_by_reference` ON `refunds` (`reference`) WHERE reference is not null;--> statement-breakpoint
CREATE INDEX `refunds_by_booking` ON `refunds` (`booking_id`);--> statement-breakpoint
CREATE INDEX `refunds_by_client` ON `refunds` (`client_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_due` ON `refunds` (`created_at`,`id`) WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX `refunds_sent` ON `refunds` (`sent_at`,`id`) WHERE sent_at is not null;--> statement-breakpoint
CREATE TABLE `settlements` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`plumber_id` text,
	`reason` text NOT NULL,
	`earned` integer NOT NULL,
	`commission` integer NOT NULL,
	`refunded` integer NOT NULL,
	`decided_by` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlements_reason" CHECK("settlements"."reason" in ('completed', 'released', 'cancelled', 'cancelled-late', 'decided')),
	CONSTRAINT "settlements_amounts" CHECK(earned >= 0 and commission >= 0 and refunded >= 0 and earned + commission + refunded > 0)
);
--> statement-breakpoint
CREATE INDEX `settlements_by_booking` ON `settlements` (`booking_id`,`at`);--> statement-breakpoint
CREATE INDEX `settlements_by_plumber` ON `settlements` (`plumber_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`user_id` text NOT NULL,
	`other_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`asked_at` integer,
	`closed_at` integer,
	`active_at` integer NOT NULL,
	`read_seq` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`unread_since` integer,
	`emailed_seq` integer DEFAULT 0 NOT NULL,
	`emailed_at` integer,
	PRIMARY KEY(`user_id`, `other_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "contacts_two_users" CHECK(user_id <> other_id),
	CONSTRAINT "contacts_closed" CHECK(closed_at is null or asked_at is not null),
	CONSTRAINT "contacts_unread_since" CHECK(unread >= 0 and (unread = 0) = (unread_since is null))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `contacts_by_activity` ON `contacts` (`user_id`,`active_at`,`other_id`);--> statement-breakpoint
CREATE INDEX `contacts_unread` ON `contacts` (`unread_since`) WHERE unread > 0;--> statement-breakpoint
CREATE TABLE `conversation_openings` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`admin_id` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversation_openings_kind" CHECK("conversation_openings"."kind" in ('report', 'dispute', 'safety'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `conversation_openings_by_conversation` ON `conversation_openings` (`conversation_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `dialogues` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`phone` text NOT NULL,
	`state` text NOT NULL,
	`answers` text NOT NULL,
	`said` text NOT NULL,
	`misses` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`booking_id` text,
	`taken_by` text,
	`taken_as` text,
	`began_at` integer NOT NULL,
	`heard_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`taken_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`taken_as`) REFERENCES `enquiries`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "dialogues_channel" CHECK("dialogues"."channel" in ('whatsapp', 'sms')),
	CONSTRAINT "dialogues_state" CHECK("dialogues"."state" in ('problem', 'city', 'suburb', 'offer', 'when', 'street', 'name', 'summary', 'change', 'whose', 'job', 'photo', 'menu', 'office')),
	CONSTRAINT "dialogues_taken_together" CHECK((taken_by is null) = (taken_as is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dialogues_open` ON `dialogues` (`phone`,`channel`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `dialogues_by_phone` ON `dialogues` (`phone`,`heard_at`);--> statement-breakpoint
CREATE INDEX `dialogues_heard` ON `dialogues` (`heard_at`,`id`);--> statement-breakpoint
CREATE INDEX `dialogues_going_on` ON `dialogues` (`heard_at`,`id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `dialogues_with_office` ON `dialogues` (`heard_at`,`id`) WHERE ended_at is null and state = 'office';--> statement-breakpoint
CREATE INDEX `dialogues_taken` ON `dialogues` (`taken_as`) WHERE taken_as is not null;--> statement-breakpoint
CREATE TABLE `enquiries` (
	`id` text PRIMARY KEY NOT NULL,
	`topic` text NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`subject` text,
	`message` text NOT NULL,
	`is_suspected` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`assigned_to` text,
	`answer` text,
	`answered_at` integer,
	FOREIGN KEY (`assigned_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "enquiries_topic" CHECK("enquiries"."topic" in ('contact', 'home', 'quote', 'appointment', 'whatsapp', 'sms')),
	CONSTRAINT "enquiries_email" CHECK(email is not null or phone is not null),
	CONSTRAINT "enquiries_answer" CHECK((answer is null) = (answered_at is null))
);
--> statement-breakpoint
CREATE INDEX `enquiries_by_phone` ON `enquiries` (`phone`,`topic`,`created_at`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `enquiries_by_email` ON `enquiries` (`email`) WHERE email is not null;--> statement-breakpoint
CREATE INDEX `enquiries_open` ON `enquiries` (`created_at`,`id`) WHERE done_at is null;--> statement-breakpoint
CREATE INDEX `enquiries_done` ON `enquiries` (`done_at`,`id`) WHERE done_at is not null;--> statement-breakpoint
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
CREATE TABLE `private_photos` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`draft_id` text,
	`booking_id` text,
	`message_seq` integer,
	`uploaded_by` text,
	`upload_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`hidden_at` integer,
	`released_at` integer,
	FOREIGN KEY (`draft_id`) REFERENCES `request_drafts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`message_seq`) REFERENCES `messages`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "private_photos_kind" CHECK("private_photos"."kind" in ('problem', 'before', 'after', 'message')),
	CONSTRAINT "private_photos_released" CHECK(released_at is null or kind in ('before', 'after')),
	CONSTRAINT "private_photos_owner" CHECK((draft_id is not null) + (booking_id is not null) + (message_seq is not null) = 1)
);
--> statement-breakpoint
CREATE INDEX `private_photos_released` ON `private_photos` (`uploaded_by`,`released_at`,`id`) WHERE released_at is not null;--> statement-breakpoint
CREATE INDEX `private_photos_to_release` ON `private_photos` (`uploaded_by`,`kind`,`created_at`,`id`) WHERE kind = 'after' and released_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `private_photos_once` ON `private_photos` (`upload_id`);--> statement-breakpoint
CREATE INDEX `private_photos_by_draft` ON `private_photos` (`draft_id`,`created_at`) WHERE draft_id is not null;--> statement-breakpoint
CREATE INDEX `private_photos_by_booking` ON `private_photos` (`booking_id`,`kind`,`created_at`,`id`) WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX `private_photos_by_message` ON `private_photos` (`message_seq`) WHERE message_seq is not null;--> statement-breakpoint
CREATE TABLE `request_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`plumber_id` text NOT NULL,
	`replaces_id` text,
	`starts_at` integer,
	`service_type` text,
	`suburb` text,
	`street` text,
	`pin` text,
	`notes` text,
	`question` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`replaces_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `request_drafts_by_expiry` ON `request_drafts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `staged_photos` (
	`photo_key` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `staged_photos_by_age` ON `staged_photos` (`created_at`);--> statement-breakpoint
CREATE TABLE `rated_pairs` (
	`plumber_id` text NOT NULL,
	`client_id` text NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`rating_count` integer DEFAULT 0 NOT NULL,
	`mean` integer GENERATED ALWAYS AS (iif(rating_count = 0, 0, 720720 * rating_sum / rating_count)) VIRTUAL,
	PRIMARY KEY(`plumber_id`, `client_id`),
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `review_reports` (
	`review_id` text NOT NULL,
	`reporter_id` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`review_id`, `reporter_id`),
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `review_reports_by_reporter` ON `review_reports` (`reporter_id`);--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`client_id` text NOT NULL,
	`plumber_id` text NOT NULL,
	`rating` integer NOT NULL,
	`comment` text,
	`shows_job` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`hidden_at` integer,
	`hidden_reason` text,
	`held_at` integer,
	`reported_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reviews_rating" CHECK("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_answer" CHECK((answer is null) = (answered_at is null)),
	CONSTRAINT "reviews_hidden_reason" CHECK(hidden_reason is null or hidden_at is not null),
	CONSTRAINT "reviews_held" CHECK(held_at is null or (hidden_at is not null and hidden_reason is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_once` ON `reviews` (`booking_id`);--> statement-breakpoint
CREATE INDEX `reviews_for_testimonials` ON `reviews` (`created_at`) WHERE rating = 5 and comment is not null and hidden_at is null;--> statement-breakpoint
CREATE INDEX `reviews_by_plumber` ON `reviews` (`plumber_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_by_age` ON `reviews` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reviews_reported` ON `reviews` (`reported_at`,`id`) WHERE reported_at is not null;--> statement-breakpoint
CREATE INDEX `reviews_held_by_age` ON `reviews` (`held_at`,`id`) WHERE held_at is not null;--> statement-breakpoint
CREATE INDEX `reviews_hidden` ON `reviews` (`hidden_at`,`id`) WHERE hidden_at is not null and held_at is null;--> statement-breakpoint
CREATE INDEX `reviews_by_client` ON `reviews` (`client_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `answer_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`plumber_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`plumber_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `answer_links_by_plumber` ON `answer_links` (`plumber_id`);--> statement-breakpoint
CREATE INDEX `answer_links_by_booking` ON `answer_links` (`booking_id`);--> statement-breakpoint
CREATE INDEX `answer_links_by_expiry` ON `answer_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `notice_choices` (
	`user_id` text NOT NULL,
	`topic` text NOT NULL,
	`channel` text NOT NULL,
	`is_on` integer NOT NULL,
	PRIMARY KEY(`user_id`, `topic`, `channel`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notice_choices_topic" CHECK("notice_choices"."topic" in ('requests', 'changes', 'reminders', 'messages', 'reviews', 'news', 'account')),
	CONSTRAINT "notice_choices_channel" CHECK("notice_choices"."channel" in ('email', 'push', 'whatsapp', 'sms', 'webhook', 'call'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `notices` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`topic` text NOT NULL,
	`cause_id` text NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`user_id` text,
	`booking_id` text,
	`toggle` text,
	`toggle_state` text,
	`facts` text,
	`subject` text,
	`words` text,
	`status` text DEFAULT 'queued' NOT NULL,
	`is_fallback` integer DEFAULT false NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`claimed_until` integer,
	`expires_at` integer,
	`last_error` text,
	`last_error_code` text,
	`provider_id` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`delivered_at` integer,
	`seen_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notices_topic" CHECK("notices"."topic" in ('requests', 'changes', 'reminders', 'messages', 'reviews', 'news', 'account')),
	CONSTRAINT "notices_channel" CHECK("notices"."channel" in ('email', 'push', 'whatsapp', 'sms', 'webhook', 'call')),
	CONSTRAINT "notices_status" CHECK("notices"."status" in ('queued', 'sent', 'failed', 'dropped'))
);
--> statement-breakpoint
CREATE INDEX `notices_due` ON `notices` (`channel`,`next_attempt_at`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `notices_by_toggle` ON `notices` (`toggle`,`recipient`) WHERE toggle is not null;--> statement-breakpoint
CREATE INDEX `notices_failed` ON `notices` (`created_at`,`id`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `notices_with_facts` ON `notices` (`sent_at`) WHERE status = 'sent' and facts is not null;--> statement-breakpoint
CREATE INDEX `notices_sent` ON `notices` (`channel`,`sent_at`) WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX `notices_by_recipient` ON `notices` (`recipient`,`created_at`);--> statement-breakpoint
CREATE INDEX `notices_by_user` ON `notices` (`user_id`,`created_at`,`id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `notices_by_booking` ON `notices` (`booking_id`,`created_at`) WHERE booking_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `notices_by_provider_id` ON `notices` (`provider_id`) WHERE provider_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `notices_once` ON `notices` (`cause_id`,`kind`,`channel`,`recipient`);--> statement-breakpoint
CREATE TABLE `phone_channels` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`channel` text NOT NULL,
	`phone` text NOT NULL,
	`consent_words` text NOT NULL,
	`verified_at` integer NOT NULL,
	`ended_at` integer,
	`last_inbound_at` integer,
	`whatsapp_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "phone_channels_channel" CHECK("phone_channels"."channel" in ('whatsapp', 'sms'))
);
--> statement-breakpoint
CREATE INDEX `phone_channels_by_phone` ON `phone_channels` (`phone`,`channel`,`last_inbound_at`);--> statement-breakpoint
CREATE INDEX `phone_channels_by_whatsapp_id` ON `phone_channels` (`whatsapp_id`) WHERE whatsapp_id is not null;--> statement-breakpoint
CREATE INDEX `phone_channels_by_user` ON `phone_channels` (`user_id`,`channel`,`ended_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `phone_channels_phone` ON `phone_channels` (`phone`,`channel`) WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `phone_channels_one` ON `phone_channels` (`user_id`,`channel`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `phone_codes` (
	`user_id` text NOT NULL,
	`channel` text NOT NULL,
	`phone` text NOT NULL,
	`code_hash` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `channel`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "phone_codes_channel" CHECK("phone_codes"."channel" in ('whatsapp', 'sms'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `phone_codes_by_expiry` ON `phone_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `push_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_hash` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_endpoint` ON `push_devices` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_devices_by_user` ON `push_devices` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `push_devices_by_session` ON `push_devices` (`session_hash`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint_id` text NOT NULL,
	`notice_id` text NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`answer` integer,
	`took` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_endpoint` ON `webhook_deliveries` (`endpoint_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`url` text NOT NULL,
	`topics` text NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`failing_since` integer,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_endpoints_url" CHECK(url like 'https://%' or url like 'http://localhost:%')
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_by_user` ON `webhook_endpoints` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`before` text,
	`after` text,
	`reason` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audit_log_subject_kind" CHECK("audit_log"."subject_kind" in ('booking', 'user', 'registration', 'review', 'enquiry', 'notice', 'setting', 'export', 'ledger'))
);
--> statement-breakpoint
CREATE INDEX `audit_log_by_age` ON `audit_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_by_subject` ON `audit_log` (`subject_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_by_admin` ON `audit_log` (`admin_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_by_action` ON `audit_log` (`action`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `heartbeats` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `hidden_columns` (
	`admin_id` text NOT NULL,
	`list` text NOT NULL,
	`columns` text NOT NULL,
	PRIMARY KEY(`admin_id`, `list`),
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hidden_columns_list" CHECK("hidden_columns"."list" in ('bookings', 'people'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `insight_weeks` (
	`week` text PRIMARY KEY NOT NULL,
	`is_stale` integer DEFAULT true NOT NULL,
	`counted_on` text DEFAULT '' NOT NULL,
	`cells` text DEFAULT '[]' NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `insight_weeks_stale` ON `insight_weeks` (`counted_on`,`week`) WHERE is_stale = 1;--> statement-breakpoint
CREATE TABLE `office_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`author_id` text NOT NULL,
	`words` text NOT NULL,
	`at` integer NOT NULL,
	`edited_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `office_notes_by_user` ON `office_notes` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_views_list" CHECK("saved_views"."list" in ('bookings', 'people'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`admin_id`,`list`,`name`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `unknown_searches` (
	`day` text NOT NULL,
	`text` text NOT NULL,
	`times` integer NOT NULL,
	PRIMARY KEY(`day`, `text`)
) WITHOUT ROWID;
