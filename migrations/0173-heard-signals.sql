-- Whether a bot listens to a signal that it took in; null: not known yet, or not known any more.
ALTER TABLE bot_taken_inputs ADD COLUMN reception text CHECK (reception IN ('heard', 'unheard'));
