-- Notes a deleted bot, whose rows `purge_deleted_bot` deletes in portions.
CREATE OR REPLACE FUNCTION delete_what_bot_wrote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_bots (bot_id) VALUES (OLD.bot_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bots_delete_what_they_wrote AFTER DELETE ON bots FOR EACH ROW
  EXECUTE FUNCTION delete_what_bot_wrote();
