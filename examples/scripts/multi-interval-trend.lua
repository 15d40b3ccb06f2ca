-- Three intervals must agree.
-- The daily trend sets the side, the hourly one the moment, the minutes the price.
-- Inputs: lengths of the averages.

local dayLength = Input('Day average', 50)
local hourLength = Input('Hour average', 24)
local rsiLength = Input('RSI', 14)

local function trendOf(interval, length)
    return OptimizedForInterval(interval, function()
        local close = ClosePrices(interval, true)
        local average = EMA(close, length)
        local isUp = close > average and IsRising(average, 2)
        local isDown = close < average and IsFalling(average, 2)
        return isUp, isDown
    end)
end

local dayUp, dayDown = trendOf(1440, dayLength)
local hourUp, hourDown = trendOf(60, hourLength)
local rsi = RSI(ClosePrices(5), rsiLength)

local signal = SignalNone
if dayUp and hourUp and rsi < 45 then
    signal = SignalLong
elseif dayDown and hourDown and rsi > 55 then
    signal = SignalShort
elseif (dayUp and hourDown) or (dayDown and hourUp) then
    signal = SignalExitPosition
end

if TakeProfit(3) or DynamicStopLoss(2, 60) then signal = SignalExitPosition end
DoSignal(signal)
