-- Buys breakouts that come with volume, and leaves when the money flows out again.
-- Inputs: interval, length of the range, how loud a breakout has to be.

local interval = InputInterval('Interval', 15)
local length = Input('Range', 30, 'Candles')
local factor = Input('Loudness', 1.8, 'Times the usual volume')
local level = Input('Money flow to leave at', 40)

local h, l, c = HighPrices(interval), LowPrices(interval), ClosePrices(interval)
local v = GetVolume(interval)

local top = GetHigh(h, length, 1)
local usual = ArrayGet(SMA(v, length), 2)
local flow = MFI(h, l, c, v, 14)
local balance = OBV(c, v)

Plot(1, 'money flow', flow, Gold)
Plot(0, 'top', top, Gray)

local isLoud = ArrayGet(v, 1) > usual * factor
local isGathering = balance > SMA(balance, length)

if c > top and isLoud and isGathering then
    DoLong('loud breakout')
elseif flow < level and GetPositionDirection() == PositionLong then
    DoExitPosition('money leaves')
end
