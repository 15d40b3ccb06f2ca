-- The table of a slot of events: those of days have numbers below 16, a month is called by its name.
CREATE OR REPLACE FUNCTION event_slot_table(p_slot int) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_slot < 16 THEN 'events_' || p_slot
    ELSE 'events_' || to_char(timestamp '1970-01-01' + make_interval(months => p_slot), 'YYYY_MM') END
$$;
