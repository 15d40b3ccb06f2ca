-- How many points a data series has, and between which instants: counted as they are added. A list of series, or one more
-- point, would otherwise read all of them, which may be millions.
ALTER TABLE data_series
  ADD COLUMN points_count integer NOT NULL DEFAULT 0,
  ADD COLUMN first_at_ms bigint,
  ADD COLUMN last_at_ms bigint;

UPDATE data_series s SET
  points_count = counted.points_count, first_at_ms = counted.first_at_ms, last_at_ms = counted.last_at_ms
FROM (
  SELECT series_id, count(*)::integer AS points_count, min(at_ms) AS first_at_ms, max(at_ms) AS last_at_ms
  FROM data_points GROUP BY series_id
) AS counted
WHERE counted.series_id = s.series_id;
