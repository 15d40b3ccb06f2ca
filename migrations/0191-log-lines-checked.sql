-- Log lines of bots by month, 2 of 3. Reads all lines once, beside whoever writes some.
ALTER TABLE bot_lines VALIDATE CONSTRAINT bot_lines_without_month;
