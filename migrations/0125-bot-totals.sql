-- What a bot made before its current activation, in the currency of its figures; and what a bot of
-- an end user was copied from, also where it does not follow it.

ALTER TABLE bots
  ADD COLUMN earlier_profit numeric NOT NULL DEFAULT 0,
  ADD COLUMN profit_currency text;

ALTER TABLE partner_bots
  ADD COLUMN copied_bot_id text COLLATE "C";
UPDATE partner_bots SET copied_bot_id = master_bot_id WHERE master_bot_id IS NOT NULL;
