-- How far each kind of stored data is pruned: who prunes it, where the next slice begins, and when all
-- of it was looked through last. A process that dies in between leaves its place to the next one.
CREATE TABLE retention_rounds (
  kind text COLLATE "C" PRIMARY KEY,
  owner text COLLATE "C" NOT NULL,
  -- Nobody else prunes this kind until then.
  held_until timestamptz NOT NULL,
  -- After this id; empty: from the beginning.
  place text COLLATE "C" NOT NULL DEFAULT '',
  -- Null: never.
  completed_at timestamptz,
  deleted_count bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
