-- Notes when a channel has something to send next. Messages of events wait for one another, and for
-- the channel to be proven and enabled; codes and tests wait for nothing.
CREATE OR REPLACE FUNCTION plan_notification_work(p_channel_ids text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE notification_channels c SET work_at_ms = least(
    (
      SELECT min(next_at_ms) FROM notification_deliveries d
      WHERE d.channel_id = c.channel_id AND d.state = 'waiting'
        AND (d.kind <> 'events' OR c.disabled_at_ms IS NULL)
    ),
    CASE WHEN c.proven_at_ms IS NOT NULL AND c.disabled_at_ms IS NULL AND NOT EXISTS (
      SELECT FROM notification_deliveries d
      WHERE d.channel_id = c.channel_id AND d.state = 'waiting' AND d.kind = 'events'
    ) THEN (
      SELECT greatest(min(due_at_ms), CASE WHEN count(*) > 0 THEN c.retry_at_ms END)
      FROM notification_items i WHERE i.channel_id = c.channel_id
    ) END
  )
  WHERE c.channel_id = ANY (p_channel_ids);
$$;
