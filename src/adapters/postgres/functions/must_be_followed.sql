-- Whether a bot that is being stopped must be followed. Volatile, so that it takes a snapshot of its
-- own: a stop that waited for the lock of a step reads what that step has written. One that holds
-- nothing any more may have been paid for futures that it held: it is read once more.
CREATE OR REPLACE FUNCTION must_be_followed(stopped text, of_activation integer, at_account text)
RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM bot_runs r JOIN accounts a ON a.account_id = at_account
    WHERE r.bot_id = stopped AND r.activation = of_activation
      AND (r.open_count > 0
        OR ((r.positions <> '[]' OR r.placed_count > 0) AND a.market_type = 'futures'))
  );
END $$;
