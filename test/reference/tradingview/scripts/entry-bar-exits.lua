-- Long at the cross over; the stop and the target are asked for with the entry.
local id = Load('id', '')
local isFlat = id == '' or IsPositionClosed(id)
if isFlat and CrossOver(SMA(ClosePrices(), 5), SMA(ClosePrices(), 12)) then
    id = NewGuid()
    local close = CurrentPrice().close
    PlaceGoLongOrder(close, 0.1, { type = MarketOrderType, positionId = id })
    PlaceExitLongOrder(close - 60, 0.1, { type = StopMarketOrderType,
        triggerPrice = close - 60, positionId = id })
    PlaceExitLongOrder(close + 60, 0.1, { type = NoTimeOutOrderType, positionId = id })
end
Save('id', id)
