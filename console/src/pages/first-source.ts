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

export const FIRST_PINE = `\
//@version=6
// Buys when the RSI was low and rises again, sells when it was high and falls.
strategy("RSI returns", overlay = false, initial_capital = 10000,
     default_qty_type = strategy.percent_of_equity, default_qty_value = 10,
     commission_type = strategy.commission.percent, commission_value = 0.1)

int length = input.int(14, "Length", minval = 2, group = "RSI", tooltip = "Candles of the RSI")
int low = input.int(30, "Low", minval = 1, maxval = 99, group = "RSI")
int high = input.int(70, "High", minval = 1, maxval = 99, group = "RSI")

float rsi = ta.rsi(close, length)
plot(rsi, "RSI", color.teal)
hline(30, "Low")
hline(70, "High")

if ta.crossover(rsi, low)
    strategy.entry("Long", strategy.long)
if ta.crossunder(rsi, high)
    strategy.close("Long")
`;
