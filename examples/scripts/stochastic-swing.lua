-- Swings of the stochastic: in when it turns up from below, out when it turns down from above.
-- The stochastic of the relative strength confirms; the source of prices can be chosen.
-- Inputs: interval, lengths, levels, price source.

local interval = InputInterval('Interval', 30)
local length = Input('Length', 14)
local low = Input('Low level', 20)
local high = Input('High level', 80)
local source = InputSourcePrice('Source', ClosePriceSource)

local h, l, c = HighPrices(interval), LowPrices(interval), ClosePrices(interval)
local swing = STOCH(h, l, c, length, 3, 3)
local confirm = STOCHRSI(SourcePrices(source, interval), length, length, 3, SmaType)

Plot(1, 'k', swing.slowK, SkyBlue)
Plot(1, 'd', swing.slowD, Orange)
PlotBuySellZone(1, low, high)

local turnsUp = CrossOver(swing.slowK, swing.slowD) and swing.slowD < low + 10
local turnsDown = CrossUnder(swing.slowK, swing.slowD) and swing.slowD > high - 10

if turnsUp and confirm.fastK > confirm.fastD then
    DoLong('turned up')
elseif turnsDown then
    DoExitPosition('turned down')
elseif CrossOverSince(swing.slowK, swing.slowD) > 20 and GetCurrentROI() < -2 then
    DoExitPosition('nothing came of it')
end
