-- Types of events that report a state. Those that waited together become the newest: bots may log,
-- labs progress and balances change many times between two calls of `number_events`.
CREATE OR REPLACE FUNCTION is_standing_event(p_type text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN p_type IN ('balance.changed', 'bot.logged', 'backtest.progressed', 'lab.progressed');
