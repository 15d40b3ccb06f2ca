// First source of a new script: few lines that already trade, to be changed.

export const FIRST_SOURCE = `\
-- Buys when the RSI was low and rises again,
-- sells when it was high and falls: on spot that sells what was bought,
-- on futures it goes short.

local interval = InputInterval('Interval', 60)
local length = Input('Length', 14, 'Candles of the RSI')
local low = Input('Low', 30, 'Below it the market is oversold')
local high = Input('High', 70, 'Above it the market is overbought')

local rsi = RSI(ClosePrices(interval), length)

Plot(1, 'rsi', rsi, SkyBlue)

if CrossOver(rsi, low) then
    DoLong('rises from low')
elseif CrossUnder(rsi, high) then
    DoShort('falls from high')
end
`;
