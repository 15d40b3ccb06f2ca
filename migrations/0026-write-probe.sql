-- What readiness is judged by: a database whose disk is full, or which has become read-only, still
-- answers reads, and a service that cannot write must not be sent requests.

CREATE TABLE write_probe (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  probed_at timestamptz NOT NULL
);
