-- Events of a backtest: each whole percent of its progress, and its end.
CREATE OR REPLACE FUNCTION note_backtest_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  VALUES (
    NEW.user_id,
    CASE NEW.state WHEN 'queued' THEN 'backtest.progressed' ELSE 'backtest.' || NEW.state END,
    NEW.backtest_id,
    coalesce(NEW.ended_at_ms, floor(extract(epoch FROM clock_timestamp()) * 1000)),
    jsonb_build_object(
      'market_tag', NEW.market_tag, 'phase', NEW.phase, 'done_share', NEW.done_share,
      'reason', left(NEW.failure_message, 1000)
    )
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER backtest_changed_event AFTER UPDATE OF state, phase, done_share ON backtests
FOR EACH ROW WHEN (
  OLD.state <> NEW.state OR OLD.phase <> NEW.phase
  OR floor(OLD.done_share * 100) <> floor(NEW.done_share * 100)
) EXECUTE FUNCTION note_backtest_event();
