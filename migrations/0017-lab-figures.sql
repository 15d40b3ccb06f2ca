-- What is stored of a lab's results apart from what they are sorted by: a page shows a hundred of
-- them, but sorting reads all rows.

CREATE TABLE lab_figures (
  lab_id text COLLATE "C" NOT NULL REFERENCES labs ON DELETE CASCADE,
  ordinal integer NOT NULL,
  -- In the service's own form.
  figures text NOT NULL,
  PRIMARY KEY (lab_id, ordinal)
);

INSERT INTO lab_figures (lab_id, ordinal, figures)
SELECT lab_id, ordinal, figures FROM lab_results;

ALTER TABLE lab_results DROP COLUMN figures;
