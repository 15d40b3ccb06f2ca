-- Stops that rest at the exchange.
-- After an entry a stop order and a take-profit order are placed for the same position; when one is
-- filled, the other is cancelled.
-- Inputs: distances of both in percent of the entry price.

local stopAt = Input('Stop %', 2)
local goalAt = Input('Goal %', 3)

local deal = Load('deal', { state = 'idle' })

if deal.state == 'idle' then
    if CrossOver(EMA(ClosePrices(), 9), EMA(ClosePrices(), 21)) then
        local id = NewGuid()
        local order = PlaceGoLongOrder(CurrentPrice().ask, TradeAmount(),
            { type = MarketOrderType, positionId = id })
        if order ~= '' then deal = { state = 'entering', id = id, order = order } end
    end
elseif deal.state == 'entering' then
    if IsOrderFilled(deal.order) then
        local entry = GetPositionEnterPrice(deal.id)
        local amount = GetPositionAmount(deal.id)
        local stop, goal = SubPerc(entry, stopAt), AddPerc(entry, goalAt)
        deal.stop = PlaceExitLongOrder(stop, amount,
            { type = StopMarketOrderType, triggerPrice = stop, positionId = deal.id, reduceOnly = true })
        deal.goal = PlaceExitLongOrder(goal, amount,
            { type = TakeProfitLimitOrderType, triggerPrice = goal, positionId = deal.id, reduceOnly = true })
        deal.state = 'guarded'
    elseif not IsOrderOpen(deal.order) then
        LogError('entry failed: ' .. GetFailedOrderMessage(deal.order))
        deal = { state = 'idle' }
    end
elseif IsPositionClosed(deal.id) then
    CancelAllOrders(deal.id)
    deal = { state = 'idle' }
end

Save('deal', deal)
