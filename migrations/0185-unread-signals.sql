-- Signals among what bots took in. One of which nothing is known once its bot was stopped is said to be unheard; rows from
-- before are left alone.
ALTER TABLE bot_taken_inputs ADD COLUMN is_signal boolean NOT NULL DEFAULT false;

CREATE INDEX bot_taken_inputs_silent ON bot_taken_inputs (bot_id) WHERE is_signal AND reception IS NULL;
