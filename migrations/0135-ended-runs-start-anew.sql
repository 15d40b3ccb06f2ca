-- A run that ended by itself begins anew, whatever its reason; one that only stopped goes on. Of those
-- that stand stopped with a reason it is not known any more which of the two they are.
UPDATE bots SET starts_anew = true WHERE NOT is_activated AND stop_reason IS NOT NULL;
