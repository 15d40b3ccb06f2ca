-- What a script is written in, as its check recognised it.
ALTER TABLE scripts ADD COLUMN language text NOT NULL DEFAULT 'lua';
