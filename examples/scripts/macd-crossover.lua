-- MACD crossover, long and short.
-- Goes long when the MACD line crosses its signal line upwards below zero, and short when it crosses
-- downwards above zero; a position of the other side is left first.
-- Inputs: the three lengths of the MACD, the interval, a trailing stop.

EnableHighSpeedUpdates(false)
InputGroupHeader('MACD')
local fast = Input('Fast', 12)
local slow = Input('Slow', 26)
local smooth = Input('Signal', 9)
local interval = InputInterval('Interval', 15)
InputGroupHeader('Safety')
local trail = Input('Trailing stop %', 2.5)

-- Only closed candles: worked out again when one closes.
local line, signal, hist = OptimizedForInterval(interval, function()
    local macd = MACD(ClosePrices(interval, true), fast, slow, smooth)
    return macd.macd, macd.signal, macd.hist
end)

Plot(1, 'MACD', line, Blue)
Plot(1, 'signal', signal, Orange)
PlotHistogram(Plot(1, 'hist', hist, Gray), Red)

if TrailingStopLoss(trail) then
    Log('trailing stop at ' .. CurrentPrice().close, Red)
    DoExitPosition('trailing stop')
elseif CrossOver(line, signal) and line < 0 then
    DoLong('macd up')
elseif CrossUnder(line, signal) and line > 0 then
    DoShort('macd down')
end
