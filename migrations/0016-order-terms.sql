-- Orders of every type, and bots that are followed after they were stopped.

-- JSON: what an order carries beyond side, type, price and amount; null on plain orders. One column,
-- because most orders are plain and no statement asks for its parts.
ALTER TABLE orders ADD COLUMN terms jsonb;

-- Funding and liquidations of the account up to here were looked through.
ALTER TABLE bot_runs ADD COLUMN margin_cursor text;
-- Orders of the run that may still fill. A stopped bot is followed while there are any.
ALTER TABLE bot_runs ADD COLUMN open_count int NOT NULL DEFAULT 0;
