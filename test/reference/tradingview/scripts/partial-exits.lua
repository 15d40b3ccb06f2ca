-- Half at a near target, half at a far one, each with a stop.
local id = Load('id', '')
local stage = Load('stage', 'out')
if stage == 'in' and IsPositionClosed(id) then stage = 'out' end
if stage == 'out' and CrossOver(SMA(ClosePrices(), 5), SMA(ClosePrices(), 12)) then
    id = NewGuid()
    PlaceGoLongOrder(CurrentPrice().close, 0.1, { type = MarketOrderType, positionId = id })
    stage = 'entering'
elseif stage == 'entering' and GetPositionAmount(id) > 0 then
    local entry = GetPositionEnterPrice(id)
    PlaceExitLongOrder(entry + 200, 0.05, { type = NoTimeOutOrderType, positionId = id })
    PlaceExitLongOrder(entry + 600, 0.05, { type = NoTimeOutOrderType, positionId = id })
    for _ = 1, 2 do
        PlaceExitLongOrder(entry - 400, 0.05,
            { type = StopMarketOrderType, triggerPrice = entry - 400, positionId = id })
    end
    stage = 'in'
end
Save('id', id)
Save('stage', stage)
