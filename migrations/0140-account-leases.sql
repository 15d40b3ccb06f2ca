-- Which process trades which accounts at real exchanges, and where each of these processes is
-- reached.

-- Accounts are spread over shards; a process trades the accounts of the shards that it holds. The
-- token grows with every change of hands.
CREATE TABLE account_leases (
  shard int PRIMARY KEY,
  owner text COLLATE "C" NOT NULL,
  token bigint NOT NULL,
  expires_at timestamptz NOT NULL
);
INSERT INTO account_leases
SELECT shard, '', 0, '-infinity' FROM generate_series(0, 63) AS shard;

CREATE TABLE venue_processes (
  owner text COLLATE "C" PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  -- On its own machine.
  socket_path text NOT NULL,
  -- For other machines, with the secret of this link; null: not reached from there.
  host text,
  port int,
  link_secret text COLLATE "C",
  -- Names the address that exchanges see; processes of one name share its request budgets.
  egress text NOT NULL,
  CHECK (num_nonnulls(host, port, link_secret) IN (0, 3))
);
