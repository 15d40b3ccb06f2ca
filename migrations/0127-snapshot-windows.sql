-- Where the minutes begin that a run needs when it is taken up from a snapshot. Snapshots of before
-- have another format and are of no use any more.
DELETE FROM bot_snapshots;
ALTER TABLE bot_snapshots ADD COLUMN window_start_ms bigint NOT NULL;
