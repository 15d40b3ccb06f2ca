-- Bollinger bands: back to the mean.
-- Buys when the last closed candle ended below the lower band and leaves at the middle band, or at a
-- loss limit. Does not trade while the bands are narrow.
-- Inputs: period and width of the bands, least width in percent, the loss limit.

local period = Input('Period', 20)
local width = Input('Deviations', 2)
local leastWidth = Input('Least band width %', 1)
local lossLimit = Input('Loss limit %', 3)
local maType = InputMaTypes('Average', SmaType)

local close = ClosePrices()
local bands = BBANDS(close, period, width, width, maType)
local upper, middle, lower = ArrayGet(bands.upper, 1), ArrayGet(bands.middle, 1), ArrayGet(bands.lower, 1)

PlotBands(Plot(0, 'upper', bands.upper, Purple), Plot(0, 'lower', bands.lower, Purple), Purple(10))
Plot(0, 'middle', bands.middle, Gray)

local bandWidth = PercentageChange(lower, upper)
local isWide = bandWidth >= leastWidth
local wasBelow = ArrayGet(close, 2) < ArrayGet(bands.lower, 2)

if GetPositionDirection() == PositionLong then
    if StopLoss(lossLimit) then
        DoExitPosition('loss limit')
    elseif CurrentPrice().close >= middle then
        DoExitPosition('middle band')
    end
elseif isWide and wasBelow then
    DoLong('below the band')
end
