-- Why the closing of a stop left something that the run holds, by market.
ALTER TABLE bot_runs ADD COLUMN left_reasons jsonb NOT NULL DEFAULT '{}';
