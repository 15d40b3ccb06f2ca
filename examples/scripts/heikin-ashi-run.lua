-- Rides runs of Heikin-Ashi candles: in after some of one color, out at the first of the other.
-- Inputs: interval, candles in a row to enter, whether shorts are allowed.

local interval = InputInterval('Interval', 30)
local needed = Input('Candles in a row', 3)
local allowsShort = Input('Allow shorts', true)

local open = HeikinOpenPrices(interval, true)
local close = ClosePrices(interval, true, PriceMarket(), true)

local function countRun()
    local first = ArrayGet(close, 1) - ArrayGet(open, 1)
    if first == 0 then return 0 end
    local sign = first > 0 and 1 or -1
    local count = 0
    for index = 1, 20 do
        local body = ArrayGet(close, index) - ArrayGet(open, index)
        if body * sign <= 0 then break end
        count = count + 1
    end
    return count * sign
end

local run = OptimizedForInterval(interval, countRun)
Plot(1, 'run', run, run > 0 and Green or Red)

local direction = GetPositionDirection()
if direction == PositionLong and run < 0 then
    DoExitPosition('run ended')
elseif direction == PositionShort and run > 0 then
    DoExitPosition('run ended')
elseif run >= needed then
    DoLong(run .. ' up')
elseif run <= -needed and allowsShort then
    DoShort(-run .. ' down')
end
