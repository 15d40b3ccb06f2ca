-- Scalper that sells between the spread.
-- Buys a step below the bid and sells a few steps higher, maker orders only; waits after losses.
-- Inputs: price steps of gain, seconds until an unfilled order is given up, a cap on the loss.

EnableHighSpeedUpdates(true)
SetOrderType(MakerOrCancelOrderType)

local gainSteps = Input('Gain in price steps', 8)
local patience = Input('Seconds per order', 60)
local maxLoss = Input('Loss cap %', 0.5)

local price = CurrentPrice()
local fee = MakersFee() * 2
local leastGain = price.bid * fee / 100
local gain = Max(gainSteps * PriceStep(), leastGain)

local id = Load('id', '')
if id == '' then
    id = NewGuid()
    Save('id', id)
end

local held = GetPositionAmount(id)
if held > 0 then
    local target = GetPositionEnterPrice(id) + gain
    if StopLoss(maxLoss, id) then
        CancelAllOrders(id)
        PlaceExitPositionOrder(id, { type = MarketOrderType, note = 'cap' })
    elseif not IsAnyOrderOpen(id) then
        PlaceSellOrder(target, held, { type = MakerOrCancelOrderType, positionId = id, timeout = patience })
    end
elseif not IsAnyOrderOpen(id) and OrderbookSentiment() >= 0.5 and LastTradesSentiment() > 0.45 then
    if StopLossCooldown(15, id) then
        PlaceBuyOrder(price.bid - PriceStep(), TradeAmount(),
            { type = MakerOrCancelOrderType, positionId = id, timeout = patience })
    end
end
