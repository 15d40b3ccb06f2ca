-- Long at the cross over, with a stop and two targets that reduce one another.
local id = Load('id', '')
local isFlat = id == '' or IsPositionClosed(id)
if isFlat and CrossOver(SMA(ClosePrices(), 5), SMA(ClosePrices(), 9)) then
    id = NewGuid()
    local close = CurrentPrice().close
    PlaceGoLongOrder(close, 0.09, { type = MarketOrderType, positionId = id })
    PlaceExitLongOrder(close - 150, 0.09, { type = StopMarketOrderType,
        triggerPrice = close - 150, positionId = id, ocaGroup = id, ocaType = OcaReduceType })
    PlaceExitLongOrder(close + 100, 0.045, { type = NoTimeOutOrderType,
        positionId = id, ocaGroup = id, ocaType = OcaReduceType })
    PlaceExitLongOrder(close + 250, 0.09, { type = NoTimeOutOrderType,
        positionId = id, ocaGroup = id, ocaType = OcaReduceType })
end
Save('id', id)
