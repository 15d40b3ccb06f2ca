-- A limit below the bar at the cross over, its stop and its target asked for with it.
local id, orders = Load('id', ''), Load('orders', {})
local isFlat = id == '' or GetPositionAmount(id) == 0
if isFlat and CrossOver(SMA(ClosePrices(), 3), SMA(ClosePrices(), 7)) then
    for _, order in ipairs(orders) do CancelOrder(order) end
    id = NewGuid()
    local low = LowPrices()[1]
    local entry, stop, target = low - 20, low - 70, low + 20
    orders = {
        PlaceGoLongOrder(entry, 0.1, { type = NoTimeOutOrderType, positionId = id }),
        PlaceExitLongOrder(stop, 0.1, { type = StopMarketOrderType, triggerPrice = stop, positionId = id }),
        PlaceExitLongOrder(target, 0.1, { type = NoTimeOutOrderType, positionId = id }),
    }
end
Save('id', id)
Save('orders', orders)
