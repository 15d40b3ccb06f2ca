-- DCA: averages down along a ladder and takes profit from the average price.
-- A base order opens the deal. Safety orders wait below it, each further away and larger than the
-- one before. When the take profit is reached, all is sold and the rest of the ladder cancelled.
-- Inputs: sizes, steps and scales of the ladder, take profit, pause between deals.

HideTradeAmountSettings()

InputGroupHeader('Orders')
local baseQuote = Input('Base order (quote)', 100)
local safetyQuote = Input('Safety order (quote)', 100)
local safetyCount = Input('Safety orders', 4)
InputGroupHeader('Ladder')
local deviation = Input('First step %', 1.5)
local stepScale = Input('Step scale', 1.2)
local volumeScale = Input('Volume scale', 1.4)
InputGroupHeader('Exit')
local goal = Input('Take profit %', 1.2)
local pause = Input('Minutes between deals', 10)

local market = PriceMarket()
local deal = Load('deal')

local function buy(price, quoteValue, note, orderType)
    local amount = ParseTradeAmount(market, price, quoteValue / price)
    if not IsTradeAmountEnough(market, price, amount, true) then return '' end
    return PlaceBuyOrder(price, amount, { type = orderType, note = note, positionId = deal.id })
end

if deal == nil then
    if WaitAfterTrade(pause) then
        deal = { id = NewGuid(), orders = {} }
        local start = CurrentPrice().ask
        buy(start, baseQuote, 'base', MarketOrderType)

        local total, step, size = 0, deviation, safetyQuote
        for n = 1, safetyCount do
            total = total + step
            deal.orders[n] = buy(SubPerc(start, total), size, 'safety ' .. n, NoTimeOutOrderType)
            step = step * stepScale
            size = size * volumeScale
        end
    end
else
    local held = GetPositionAmount(deal.id)
    if held > 0 and TakeProfit(goal, deal.id) then
        CancelAllOrders(deal.id)
        PlaceExitPositionOrder(deal.id, { type = MarketOrderType, note = 'take profit' })
        deal.isLeaving = true
    elseif deal.isLeaving and held == 0 then
        Log('deal closed with ' .. Round(LastLongProfit(deal.id), 2) .. ' ' .. ProfitLabel(), Green)
        deal = nil
    end
end

if deal == nil then Delete('deal') else Save('deal', deal) end
