-- A stopped bot that holds nothing any more may have been paid, or have paid, for futures that it held: what its
-- exchange booked since the last reading is read once more.
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
