-- When the newest backup by `tidemill backup` was taken, for figures and alerts. Null: never.
ALTER TABLE installation ADD COLUMN backed_up_at timestamptz;
