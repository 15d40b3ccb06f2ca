-- What a bot can tell about itself.
-- Trades a plain crossing of averages and keeps books: an export of every closed position, figures
-- of its own in the report, and a log line a day.
-- Inputs: the averages.

local fastLength = Input('Fast', 10)
local slowLength = Input('Slow', 40)

local fast, slow = SMA(ClosePrices(), fastLength), SMA(ClosePrices(), slowLength)
if CrossOver(fast, slow) then
    DoLong()
elseif CrossUnder(fast, slow) then
    DoExitPosition()
end

InitExportData('positions', 'time', 'price', 'profit', 'roi')
if IsAnyOrderFinished() then
    for _, order in ipairs(GetAllFilledOrders()) do
        local known = Load('exported', {})
        if order.isExitOrder and not known[order.orderId] then
            known[order.orderId] = true
            Save('exported', known)
            WriteExportData('positions', Time(), order.price, GetOrderProfit(order.orderId), LastLongROI())
        end
    end
end

local day = CurrentDay()
if Load('reported') ~= day then
    Save('reported', day)
    Log('profit so far: ' .. Round(GetBotProfit(), 2) .. ' ' .. ProfitLabel()
        .. ', open: ' .. Round(GetCurrentProfit(), 2))
end

Finalize(function()
    local r = GetTradingReport()
    CustomReport('Drawdown', Round(r.maxDrawDown, 2), 'Risk')
    CustomReport('Sharpe', Round(r.sharpeRatio, 2), 'Risk')
    CustomReport('Profit factor', Round(r.profitFactor, 2), 'Result')
    CustomReport('Orders', r.completedOrders .. ' of ' .. r.executedOrders, 'Result')
end)
