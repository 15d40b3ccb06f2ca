-- Stopped bots whose orders still work at their exchange: they are followed, so that what fills later
-- is counted. A column of its own, because `open_count` changes with each order.
ALTER TABLE bots ADD COLUMN is_followed boolean NOT NULL DEFAULT false;
CREATE INDEX bots_to_follow ON bots (shard) WHERE is_followed;
