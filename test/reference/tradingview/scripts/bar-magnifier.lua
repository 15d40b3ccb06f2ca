-- Long at the cross over, with a near stop and target from the entry's price.
local id = Load('id', '')
local stage = Load('stage', 'out')
if stage == 'in' and IsPositionClosed(id) then stage = 'out' end
if stage == 'out' and CrossOver(SMA(ClosePrices(), 5), SMA(ClosePrices(), 12)) then
    id = NewGuid()
    PlaceGoLongOrder(CurrentPrice().close, 0.1, { type = MarketOrderType, positionId = id })
    stage = 'entering'
elseif stage == 'entering' and GetPositionAmount(id) > 0 then
    local entry = GetPositionEnterPrice(id)
    PlaceExitLongOrder(entry - 70, 0.1,
        { type = StopMarketOrderType, triggerPrice = entry - 70, positionId = id })
    PlaceExitLongOrder(entry + 70, 0.1, { type = NoTimeOutOrderType, positionId = id })
    stage = 'in'
end
Save('id', id)
Save('stage', stage)
