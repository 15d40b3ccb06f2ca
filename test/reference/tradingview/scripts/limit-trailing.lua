-- A limit below the bar at the cross over, with a stop that trails from a distance beyond it.
local id, orders = Load('id', ''), Load('orders', {})
local isFlat = id == '' or GetPositionAmount(id) == 0
if isFlat and CrossOver(SMA(ClosePrices(), 3), SMA(ClosePrices(), 7)) then
    for _, order in ipairs(orders) do CancelOrder(order) end
    id = NewGuid()
    orders = {
        PlaceGoLongOrder(LowPrices()[1] - 20, 0.1, { type = NoTimeOutOrderType, positionId = id }),
        PlaceExitLongOrder(0, 0.1, { type = TrailingStopMarketOrderType, trailOffset = 10,
            activationDistance = 15, positionId = id }),
    }
end
Save('id', id)
Save('orders', orders)
