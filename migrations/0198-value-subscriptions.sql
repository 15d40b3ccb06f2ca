-- Subscriptions to what the blocks of running visual scripts give: as long as one lasts, the process that runs the bot
-- makes its updates by the traced form of the script, and writes the values of the newest one here.
CREATE TABLE value_subscriptions (
  bot_id text COLLATE "C" PRIMARY KEY REFERENCES bots ON DELETE CASCADE,
  activation int NOT NULL,
  subscribed_until timestamptz NOT NULL,
  -- The version of the script that the bot loaded.
  script_version int NOT NULL,
  -- JSON.
  traced text NOT NULL,
  -- Of the newest update since it began; null before.
  updated_at_ms bigint,
  block_values text
);
CREATE INDEX value_subscriptions_by_end ON value_subscriptions (subscribed_until);
