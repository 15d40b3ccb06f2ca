-- Short at the cross under; a stop that trails from a price below the entry bar's close.
local id = Load('id', '')
local stage = Load('stage', 'out')
local fast, slow = SMA(ClosePrices(), 5), SMA(ClosePrices(), 12)
if stage == 'in' and IsPositionClosed(id) then stage = 'out' end
if stage == 'out' and CrossUnder(fast, slow) then
    id = NewGuid()
    PlaceGoShortOrder(CurrentPrice().close, 0.1, { type = MarketOrderType, positionId = id })
    stage = 'entering'
elseif stage == 'entering' and GetPositionAmount(id) > 0 then
    PlaceExitShortOrder(0, 0.1, { type = TrailingStopMarketOrderType, trailOffset = 110,
        activationPrice = CurrentPrice().close - 70, positionId = id })
    stage = 'in'
end
if stage == 'in' and CrossOver(fast, slow) then
    PlaceExitPositionOrder(id, { type = MarketOrderType })
end
Save('id', id)
Save('stage', stage)
