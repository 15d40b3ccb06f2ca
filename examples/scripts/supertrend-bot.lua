-- Trades the turns of SuperTrend, once on the trading interval and once on a longer one.
-- Uses the custom command of supertrend-command.lua, each call with a memory of its own.
-- Inputs: both intervals, length and multiplier, and a stop loss.

local short = InputInterval('Interval', 15)
local long = InputInterval('Trend interval', 60)
local length = Input('Length', 10, 'Candles in the average true range')
local multiplier = Input('Multiplier', 3)
local stop = Input('Stop loss %', 4)

local near = CC_SuperTrend(short, length, multiplier)
local far = CC_SuperTrend(long, length, multiplier)

Plot(0, 'near', near.line, Gold)
Plot(0, 'far', far.line, SkyBlue)

local isUp = near.direction == 1 and far.direction == 1
local isDown = near.direction == -1 and far.direction == -1

if StopLoss(stop) then
    LogWarning('stopped out at ' .. CurrentPrice().close)
    DoExitPosition('stop loss')
elseif isUp then
    DoLong('both up')
elseif isDown then
    DoShort('both down')
elseif near.turned then
    DoExitPosition('turned against the trend')
end
