-- A stop above the bar at the cross over, its stop and its target asked for with it.
local id, orders = Load('id', ''), Load('orders', {})
local isFlat = id == '' or GetPositionAmount(id) == 0
if isFlat and CrossOver(SMA(ClosePrices(), 3), SMA(ClosePrices(), 7)) then
    for _, order in ipairs(orders) do CancelOrder(order) end
    id = NewGuid()
    local high = HighPrices()[1]
    local entry, stop, target = high + 10, high - 30, high + 50
    orders = {
        PlaceGoLongOrder(entry, 0.1, { type = StopMarketOrderType, triggerPrice = entry, positionId = id }),
        PlaceExitLongOrder(stop, 0.1, { type = StopMarketOrderType, triggerPrice = stop, positionId = id }),
        PlaceExitLongOrder(target, 0.1, { type = NoTimeOutOrderType, positionId = id }),
    }
end
Save('id', id)
Save('orders', orders)
