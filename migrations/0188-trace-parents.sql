-- By which trace work was queued: the W3C `traceparent` of what queued it; null: it was not traced.
ALTER TABLE jobs ADD COLUMN trace_parent text;
ALTER TABLE bot_inbox ADD COLUMN trace_parent text;
