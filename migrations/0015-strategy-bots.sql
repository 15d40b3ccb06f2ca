-- A bot's brain is a script of its owner or a strategy of ours with its settings.

ALTER TABLE bots
  ALTER COLUMN script_id DROP NOT NULL,
  ADD COLUMN strategy text COLLATE "C",
  -- JSON object of the chosen settings, whole.
  ADD COLUMN strategy_config json,
  ADD CONSTRAINT bots_have_one_brain CHECK (
    (script_id IS NULL) = (strategy IS NOT NULL)
    AND (strategy IS NULL) = (strategy_config IS NULL)
  );
