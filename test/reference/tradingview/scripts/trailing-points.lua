-- Long at the cross over; a stop that trails from a distance beyond the entry.
local id = Load('id', '')
local stage = Load('stage', 'out')
local fast, slow = SMA(ClosePrices(), 5), SMA(ClosePrices(), 12)
if stage == 'in' and IsPositionClosed(id) then stage = 'out' end
if stage == 'out' and CrossOver(fast, slow) then
    id = NewGuid()
    PlaceGoLongOrder(CurrentPrice().close, 0.1, { type = MarketOrderType, positionId = id })
    stage = 'entering'
elseif stage == 'entering' and GetPositionAmount(id) > 0 then
    PlaceExitLongOrder(0, 0.1, { type = TrailingStopMarketOrderType, trailOffset = 90,
        activationDistance = 150, positionId = id })
    stage = 'in'
end
if stage == 'in' and CrossUnder(fast, slow) then
    PlaceExitPositionOrder(id, { type = MarketOrderType })
end
Save('id', id)
Save('stage', stage)
