-- What was looked up by reading a whole table.

-- The id under which pg-boss holds the job now: its table has an index on its own ids only.
ALTER TABLE jobs ADD COLUMN boss_id uuid;
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    UPDATE jobs SET boss_id = held.id FROM pgboss.job held
    WHERE held.name = jobs.queue AND held.data ->> 'jobId' = jobs.job_id
      AND held.state IN ('created', 'retry', 'active');
  END IF;
END $$;

-- Only working orders of a bot are looked for, and most orders have ended.
DROP INDEX orders_of_bot;
CREATE INDEX orders_working_of_bot ON orders (bot_id, sequence DESC)
  WHERE bot_id IS NOT NULL AND state IN ('pending', 'open', 'unknown');

-- Each order in which the results of a lab are read, best first; backwards for the other direction.
CREATE INDEX lab_results_by_roi ON lab_results
  (lab_id, coalesce(roi, '-Infinity'::double precision) DESC, ordinal);
CREATE INDEX lab_results_by_profit ON lab_results
  (lab_id, coalesce(profit, '-Infinity'::double precision) DESC, ordinal);
CREATE INDEX lab_results_by_drawdown ON lab_results
  (lab_id, coalesce(drawdown, '-Infinity'::double precision), ordinal);
CREATE INDEX lab_results_by_sharpe ON lab_results
  (lab_id, coalesce(sharpe, '-Infinity'::double precision) DESC, ordinal);
CREATE INDEX lab_results_by_stability ON lab_results
  (lab_id, coalesce(stability, '-Infinity'::double precision) DESC, ordinal);
