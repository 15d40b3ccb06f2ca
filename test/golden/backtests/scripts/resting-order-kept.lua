-- One limit order that is kept near the price.
-- Keeps a single buy order below the bid; when the price runs away, the order is cancelled and
-- placed again. What was bought is sold with a fixed gain.
-- Inputs: distance of the order, how far it may drift, the gain.

local distance = Input('Distance %', 0.5)
local drift = Input('Drift %', 0.5)
local gain = Input('Gain %', 0.6)

local buyId = Load('buy', '')
local sellId = Load('sell', '')
local bid = CurrentPrice().bid
local target = ParseTradePrice(PriceMarket(), SubPerc(bid, distance))

if sellId ~= '' and not IsOrderOpen(sellId) then
    if IsOrderFilled(sellId) then
        Log('sold ' .. GetOrderFilledAmount(sellId) .. ', profit ' .. Round(GetOrderProfit(sellId), 4))
        sellId = ''
    else
        -- Cancelled by its timeout: the rest is offered again.
        sellId = PlaceCancelledOrder(sellId)
    end
end

if buyId == '' then
    if sellId == '' then buyId = PlaceBuyOrder(target, TradeAmount(), { timeout = -1 }) end
elseif IsOrderFilled(buyId) then
    local order = OrderContainer(buyId)
    sellId = PlaceSellOrder(AddPerc(order.price, gain), order.filledAmount)
    buyId = ''
elseif not IsOrderOpen(buyId) then
    buyId = ''
elseif Abs(PercentageChange(OrderContainer(buyId).price, target)) > drift then
    CancelOrder(buyId)
end

Save('buy', buyId)
Save('sell', sellId)
