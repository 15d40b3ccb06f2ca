-- Always in the market: flips between long and short at an ATR channel.
-- The stop line follows the price at a distance of average true ranges and turns over when the close
-- passes it.
-- Inputs: length and multiplier of the average true range, the interval.

local length = Input('ATR length', 14)
local multiplier = Input('Multiplier', 3)
local interval = InputInterval('Interval', 60)

local high, low, close = HighPrices(interval), LowPrices(interval), ClosePrices(interval)
local range = ArrayGet(ATR(high, low, close, length), 1) * multiplier
local price = ArrayGet(close, 1)

local side = Load('side', 0)
local line = Load('line', price)
if side == 0 then
    side = 1
    line = price - range
elseif side == 1 then
    line = Max(line, price - range)
    if price < line then
        side = -1
        line = price + range
    end
else
    line = Min(line, price + range)
    if price > line then
        side = 1
        line = price - range
    end
end
Save('side', side)
Save('line', line)

Plot(0, 'line', line, { color = side == 1 and Green or Red, style = Step })

local direction = GetPositionDirection()
if direction == NoPosition then
    DoSignal(IfElse(side == 1, SignalLong, SignalShort))
elseif (direction == PositionLong and side == -1) or (direction == PositionShort and side == 1) then
    DoFlipPosition('line passed')
end
