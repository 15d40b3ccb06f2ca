-- Waits until the Bollinger bands lie inside the Keltner channel, and takes the side they leave on.
-- Inputs: interval, length, widths, the shortest squeeze that counts.

local interval = InputInterval('Interval', 30)
local length = Input('Length', 20)
local widthBands = Input('Width of the bands', 2)
local widthChannel = Input('Width of the channel', 1.5)
local least = Input('Shortest squeeze', 6, 'Candles')
local trail = Input('Trailing stop %', 1.5)

local h, l, c = HighPrices(interval), LowPrices(interval), ClosePrices(interval)
local bands = BBANDS(c, length, widthBands, widthBands, SmaType)
local channel = KELTNER(h, l, c, length, length, widthChannel)

local isSqueezed = bands.upper < channel.upper and bands.lower > channel.lower
local bar = Floor(Time() / (interval * 60))
local count = Load('count', 0)

if bar ~= Load('bar', -1) then
    Save('bar', bar)
    if isSqueezed then
        count = count + 1
    elseif count > 0 then
        local momentum = ArrayGet(LINEARREG(c, length, LR_Slope), 1)
        if count >= least and GetPositionDirection() == NoPosition then
            local side = IfElse(momentum > 0, SignalLong, SignalShort)
            DoSignal(side, 'left a squeeze of ' .. count)
        end
        count = 0
    end
    Save('count', count)
end

PlotSignalBar(-1, IfElse(isSqueezed, Orange, Gray))
if TrailingStopLoss(trail) then
    DoExitPosition('trailing stop')
end
