-- A custom command: SuperTrend, a stop line that turns over when the close passes it.
-- Stored as a script of its own, it offers CC_SuperTrend to all other scripts of its owner; see
-- supertrend-bot.lua.
-- Parameters: minutes of a candle, length and multiplier of the average true range.
-- Answers: 1 the line, 2 the direction (1 up, -1 down), 3 whether it turned with this candle.

DefineCommand('SuperTrend', 'Stop line that follows the price and turns over')

local interval = DefineParameter(NumberType, 'interval', 'Minutes of a candle', false, 0)
local length = DefineParameter(NumberType, 'length', 'Length of the range', false, 10)
local multiplier = DefineParameter(NumberType, 'multiplier', 'Ranges of distance', false, 3)
DefineIntervalOptimization(interval)

local high, low, close = HighPrices(interval), LowPrices(interval), ClosePrices(interval)
local range = ArrayGet(ATR(high, low, close, length), 1) * multiplier
local middle = (ArrayGet(high, 1) + ArrayGet(low, 1)) / 2
local price = ArrayGet(close, 1)

local direction = Load('direction', 1)
local line = Load('line', middle - range)
local turned = false

if direction == 1 then
    line = Max(line, middle - range)
    if price < line then
        direction, line, turned = -1, middle + range, true
    end
else
    line = Min(line, middle + range)
    if price > line then
        direction, line, turned = 1, middle - range, true
    end
end

Save('direction', direction)
Save('line', line)

DefineOutput(ListDynamicType, { line, direction, turned }, 'Line, direction and whether it turned')
DefineOutputIndex(1, NumberType, 'line', 'The stop line')
DefineOutputIndex(2, NumberType, 'direction', '1 up, -1 down')
DefineOutputIndex(3, BooleanType, 'turned', 'Whether it turned now')
