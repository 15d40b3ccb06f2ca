-- Breakout of a channel, decided once for each candle.
-- Goes long above the highest high of the closed candles, short below the lowest low; leaves at a
-- chandelier exit.
-- Inputs: interval, depth of the channel, depth and multiplier of the exit.

local interval = InputInterval('Interval', 30)
local depth = Input('Channel depth', 20)
local exitDepth = Input('Exit depth', 22)
local multiplier = Input('Exit ranges', 3)

if ChandelierStopLoss(exitDepth, multiplier) then
    DoExitPosition('chandelier')
end

-- The first update of a new candle decides.
local bar = Floor(Time() / (interval * 60))
if bar != Load('bar', -1) then
    Save('bar', bar)
    local top = GetHigh(HighPrices(interval), depth, 1)
    local bottom = GetLow(LowPrices(interval), depth, 1)
    local last = ArrayGet(ClosePrices(interval), 2)
    if last > top then
        DoLong('breakout up')
    elseif last < bottom then
        DoShort('breakout down')
    end
    Plot(0, 'top', top, Green)
    Plot(0, 'bottom', bottom, Red)
end
