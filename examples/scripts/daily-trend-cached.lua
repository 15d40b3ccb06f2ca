-- Works the daily trend out once a day and trades pullbacks on the quarter hour.
-- What is costly and changes slowly is kept by OptimizedForInterval until the next candle closes.
-- Inputs: lengths of the daily averages, level of the pullback, targets.

local slow = Input('Daily slow', 10)
local fast = Input('Daily fast', 3)
local level = Input('Pullback level', 35)
local target = Input('Target %', 2)
local stop = Input('Stop %', 1.5)

local function daily()
    local close = ClosePrices(1440)
    local slope = LINEARREG(close, fast, LR_Slope)
    return SMA(close, fast) > SMA(close, slow), IfNull(ArrayGet(slope, 1), 0)
end

local isUp, slope = OptimizedForInterval(1440, daily)
local strength = RSI(ClosePrices(15), 14)

Plot(1, 'strength', strength, SkyBlue)
Plot(2, 'daily slope', slope, Gold)

if TakeProfit(target) or StopLoss(stop) then
    DoExitPosition('target or stop')
elseif isUp and slope > 0 and strength < level and TradeOncePerBar(15) then
    DoLong('pullback in a rising market')
elseif not isUp then
    DoExitPosition('the day turned')
end
