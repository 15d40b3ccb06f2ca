-- Trades breaks out of the Ichimoku cloud in the direction of its lines.
-- Inputs: interval and the three lengths.

local interval = InputInterval('Interval', 60)
local conversionLength = Input('Conversion', 9)
local baseLength = Input('Base', 26)
local spanLength = Input('Span B', 52)

local close = ClosePrices(interval)
local cloud = ICHIMOKU(close, conversionLength, baseLength, spanLength)

-- The cloud of now was drawn some candles ago.
local spanA = Offset(cloud.spanA, baseLength)
local spanB = Offset(cloud.spanB, baseLength)
local a, b = ArrayGet(spanA, 1), ArrayGet(spanB, 1)
if IsNull(a) or IsNull(b) then return end
local top, bottom = Max(a, b), Min(a, b)

PlotCloud(Plot(0, 'span a', spanA, Green), Plot(0, 'span b', spanB, Red), 20)
Plot(0, 'base', cloud.base, Maroon)

local price = ArrayGet(close, 1)
if price > top and cloud.conversion > cloud.base then
    DoLong('above the cloud')
elseif price < bottom and cloud.conversion < cloud.base then
    DoShort('below the cloud')
elseif price < top and price > bottom then
    DoExitPosition('in the cloud')
end
