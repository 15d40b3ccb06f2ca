-- How a bracket stands, as its run says; null of every other bot. Lists of accounts show brackets.
ALTER TABLE bots ADD COLUMN bracket jsonb;
CREATE INDEX bots_brackets ON bots (account_id, bot_id) WHERE strategy = 'bracket';
