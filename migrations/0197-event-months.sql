-- Events by month, where they are retained for longer than there are slots for days. A slot above
-- 15 is a month since January 1970, in a table of its own (`events_2026_11`); its day is that of its
-- newest event. No event is moved: those of days stay where they are until they are old.
ALTER TABLE event_days DROP CONSTRAINT event_days_slot_check;
ALTER TABLE event_days ADD CONSTRAINT event_days_slot_check CHECK (slot >= 0);
-- When its events were written into the archive. Null: they are not there.
ALTER TABLE event_days ADD COLUMN archived_at timestamptz;
