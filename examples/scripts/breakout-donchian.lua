-- Breakout of a channel, one trade for each candle.
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

-- The channel leaves the forming candle out; one trade for each candle.
local price = ClosePrices(interval)
local top = GetHigh(HighPrices(interval), depth, 1)
local bottom = GetLow(LowPrices(interval), depth, 1)
Plot(0, 'top', top, Green)
Plot(0, 'bottom', bottom, Red)

if TradeOncePerBar(interval) then
    if price > top then
        DoLong('breakout up')
    elseif price < bottom then
        DoShort('breakout down')
    end
end
