-- What a step of a bot writes, written more cheaply: steps come by the hundred in a second.

-- Whoever writes one of these has locked the bot's row before, so that a reference, checked for each
-- row, would only find what is known. With the bot they go by the trigger below.
ALTER TABLE bot_events DROP CONSTRAINT bot_events_bot_id_activation_fkey;
ALTER TABLE bot_lines DROP CONSTRAINT bot_lines_bot_id_fkey;
ALTER TABLE bot_closed_positions DROP CONSTRAINT bot_closed_positions_bot_id_fkey;
ALTER TABLE bot_filled_orders DROP CONSTRAINT bot_filled_orders_bot_id_fkey;
-- These are forgotten after a day, and shown with a bot that is there alone.
ALTER TABLE bot_taken_inputs DROP CONSTRAINT bot_taken_inputs_bot_id_fkey;

CREATE FUNCTION delete_what_bot_wrote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM bot_events WHERE bot_id = OLD.bot_id;
  DELETE FROM bot_lines WHERE bot_id = OLD.bot_id;
  DELETE FROM bot_closed_positions WHERE bot_id = OLD.bot_id;
  DELETE FROM bot_filled_orders WHERE bot_id = OLD.bot_id;
  RETURN NULL;
END $$;

CREATE TRIGGER bots_delete_what_they_wrote AFTER DELETE ON bots FOR EACH ROW
  EXECUTE FUNCTION delete_what_bot_wrote();

-- Each step changes both rows of its bot; with room on their pages no index has to learn of it.
ALTER TABLE bots SET (fillfactor = 50);
ALTER TABLE bot_runs SET (fillfactor = 50);
