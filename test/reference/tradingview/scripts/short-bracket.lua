-- A stop below the bar at the cross under, its stop and its target asked for with it.
local id, orders = Load('id', ''), Load('orders', {})
local isFlat = id == '' or GetPositionAmount(id) == 0
if isFlat and CrossUnder(SMA(ClosePrices(), 3), SMA(ClosePrices(), 7)) then
    for _, order in ipairs(orders) do CancelOrder(order) end
    id = NewGuid()
    local low = LowPrices()[1]
    local entry, stop, target = low - 10, low + 30, low - 50
    orders = {
        PlaceGoShortOrder(entry, 0.1, { type = StopMarketOrderType, triggerPrice = entry, positionId = id }),
        PlaceExitShortOrder(stop, 0.1, { type = StopMarketOrderType, triggerPrice = stop, positionId = id }),
        PlaceExitShortOrder(target, 0.1, { type = NoTimeOutOrderType, positionId = id }),
    }
end
Save('id', id)
Save('orders', orders)
