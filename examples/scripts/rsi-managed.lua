-- RSI with managed trading.
-- Buys when the RSI falls below one level and sells when it rises above another. Managed commands
-- may be called in every update: the bot keeps one position of its trade amount.
-- Inputs: length of the RSI, its two levels, a stop loss in percent (0: none).

InputGroupHeader('Signal')
local length = Input('Length', 14, 'Candles of the RSI')
local buyBelow = Input('Buy below', 30)
local sellAbove = Input('Sell above', 70)
InputGroupHeader('Safety')
local stop = Input('Stop loss %', 4, '0 for none')

local rsi = RSI(ClosePrices(), length)
Plot(1, 'RSI', rsi, SkyBlue)
PlotHorizontalLine(1, 'buy', Green, buyBelow, Dashed)
PlotHorizontalLine(1, 'sell', Red, sellAbove, Dashed)

if stop > 0 and StopLoss(stop) then
    DoExitPosition('stop loss')
elseif rsi > sellAbove then
    DoSell()
elseif rsi < buyBelow then
    DoBuy()
end

Finalize(function()
    local report = GetTradingReport()
    CustomReport('Closed positions', report.closedPositions, 'Trades')
    CustomReport('Winning', Round(report.winPercentage, 2) .. ' %', 'Trades')
end)
