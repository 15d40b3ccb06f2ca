-- What the pairs of fills of a grid have brought since the bot was started; null before its first
-- step, and for all other bots.
ALTER TABLE bots ADD COLUMN pairs jsonb;
