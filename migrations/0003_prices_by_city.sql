-- A plumber's usual prices are found by city (D18, D23): they follow the profile. drizzle-kit knows no triggers, so this file
-- is written by hand.
CREATE TRIGGER plumber_prices_get_city AFTER INSERT ON plumber_prices BEGIN
  UPDATE plumber_prices SET city_key = (SELECT city_key FROM plumber_profiles WHERE user_id = new.plumber_id)
  WHERE plumber_id = new.plumber_id AND service_type = new.service_type;
END;
--> statement-breakpoint
CREATE TRIGGER plumber_profiles_move_prices AFTER UPDATE OF city_key ON plumber_profiles WHEN old.city_key <> new.city_key BEGIN
  UPDATE plumber_prices SET city_key = new.city_key WHERE plumber_id = new.user_id;
END;
