-- Enters at every seventh bar and leaves by a stop.
local n = Load('n', -1) + 1
Save('n', n)
local id = Load('id', '')
local stage = Load('stage', 'out')
if stage == 'in' and IsPositionClosed(id) then stage = 'out' end
if stage == 'entering' and GetPositionAmount(id) > 0 then
    local stop = GetPositionEnterPrice(id) - 120
    PlaceExitLongOrder(stop, 0.1,
        { type = StopMarketOrderType, triggerPrice = stop, positionId = id })
    stage = 'in'
elseif stage == 'out' and n % 7 == 3 then
    id = NewGuid()
    PlaceGoLongOrder(CurrentPrice().close, 0.1, { type = MarketOrderType, positionId = id })
    stage = 'entering'
end
Save('id', id)
Save('stage', stage)
