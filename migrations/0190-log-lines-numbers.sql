-- Log lines of bots by month, 1 of 3. Lines that there are become the first part of a table that is
-- divided by their number; nothing is copied. A part may have no identity column, so the number
-- comes from a sequence of its own. The limit is that of numbers without a month.
LOCK TABLE bot_lines IN ACCESS EXCLUSIVE MODE;
CREATE SEQUENCE bot_line_numbers;
SELECT setval('bot_line_numbers', last_value, is_called) FROM bot_lines_sequence_seq;
ALTER TABLE bot_lines ALTER COLUMN sequence DROP IDENTITY;
ALTER TABLE bot_lines ALTER COLUMN sequence SET DEFAULT nextval('bot_line_numbers');
ALTER TABLE bot_lines ADD CONSTRAINT bot_lines_without_month CHECK (sequence < 1099511627776) NOT VALID;
