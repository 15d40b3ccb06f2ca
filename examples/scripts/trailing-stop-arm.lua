-- Trend following with an armed trailing stop.
-- Enters with the trend of two averages. The stop loss guards the beginning; once a profit is
-- reached, a trailing stop takes over.
-- Inputs: the averages, the stop loss, arm and distance of the trailing stop, a cooldown.

local fastLength = Input('Fast average', 20)
local slowLength = Input('Slow average', 60)
local stop = Input('Stop loss %', 2)
local arm = Input('Arm at profit %', 1.5)
local trail = Input('Trail %', 0.8)
local cooldown = Input('Cooldown (minutes)', 120)

local close = ClosePrices()
local fast = EMA(close, fastLength)
local slow = EMA(close, slowLength)
Plot(0, 'fast', fast, Aqua)
Plot(0, 'slow', slow, Gold)

if StopLoss(stop) or TrailingArmStopLoss(trail, arm) then
    DoExitPosition('stop')
    return
end

-- No entry while the last stop is fresh.
if not StopLossCooldown(cooldown) then return end

if fast > slow and IsRising(slow, 3) then
    DoLong()
elseif fast < slow and IsFalling(slow, 3) then
    DoShort()
end
