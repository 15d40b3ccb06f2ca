-- Buys at the cross over, sells at the close of the bar of the cross under.
local id = Load('id', '')
local isIn = Load('isIn', false)
if CrossOver(SMA(ClosePrices(), 5), SMA(ClosePrices(), 12)) and not isIn then
    id = NewGuid()
    PlaceGoLongOrder(CurrentPrice().close, 0.1, { type = MarketOrderType, positionId = id })
    isIn = true
elseif CrossUnder(SMA(ClosePrices(), 5), SMA(ClosePrices(), 12)) and isIn then
    PlaceExitPositionOrder(id, { type = MarketOrderType, immediately = true })
    isIn = false
end
Save('id', id)
Save('isIn', isIn)
