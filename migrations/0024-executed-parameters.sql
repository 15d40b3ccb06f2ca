-- What an execution of a lab sweeps, apart from its plan. The plan holds the source of the script and
-- of all its libraries, up to megabytes, and lists of labs and pages of results need none of it.

ALTER TABLE labs ADD COLUMN executed_parameters text;
UPDATE labs SET executed_parameters = (plan::json -> 'parameters')::text WHERE plan IS NOT NULL;
