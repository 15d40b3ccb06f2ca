-- Looks for reversal patterns of candles after a fall or a rise.
-- Every pattern has a name and a type; findings of one candle are added up.
-- Inputs: interval, length of the move before, the sum that is needed.

local interval = InputInterval('Interval', 60)
local length = Input('Move before', 10, 'Candles')
local needed = Input('Needed', 1, 'Patterns that agree')

local patterns = {
    { 'hammer', HammerType },
    { 'engulfing', EngulfingType },
    { 'morning star', MorningStarType },
    { 'evening star', EveningStarType },
    { 'piercing', PiercingType },
    { 'harami', HaramiType },
}

local o, h = OpenPrices(interval, true), HighPrices(interval, true)
local l, c = LowPrices(interval, true), ClosePrices(interval, true)

local function scan()
    local sum, names = 0, {}
    for _, pattern in ipairs(patterns) do
        local found = ArrayGet(CDL(o, h, l, c, pattern[2]), 1)
        if found ~= 0 then
            sum = sum + (found > 0 and 1 or -1)
            names[#names + 1] = pattern[1]
        end
    end
    return sum, table.concat(names, ', ')
end

local sum, names = OptimizedForInterval(interval, scan)
local change = PercentageChange(ArrayGet(c, length), ArrayGet(c, 1))

if sum >= needed and change < 0 then
    DoLong(names)
elseif sum <= -needed and change > 0 then
    DoShort(names)
end
if TakeProfit(2) or StopLoss(1) then
    DoExitPosition()
end
