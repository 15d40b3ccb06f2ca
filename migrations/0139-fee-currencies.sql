-- In which currency an account of the simulated exchange pays the fees of its spot trades: 'quote',
-- 'received', or a currency. Null on older accounts: in the quote currency. Each fill in
-- sim_journal.fills has the currency of its fee; older ones have none: the settlement currency.

ALTER TABLE sim_accounts ADD COLUMN fees_in text;
