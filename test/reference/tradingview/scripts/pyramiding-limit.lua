-- Asks for two more each hour while the short average is above the long one; the setting allows
-- three. An update is at the end of its bar, a quarter of an hour after the bar's beginning.
local isHour = (Time() - 900) % 3600 == 0
local id = Load('id', '')
local isIn = Load('isIn', false)
local fast, slow = SMA(ClosePrices(), 5)[1], SMA(ClosePrices(), 12)[1]
if fast > slow and isHour then
    if not isIn then id = NewGuid() end
    isIn = true
    local options = { type = MarketOrderType, positionId = id }
    PlaceGoLongOrder(CurrentPrice().close, 0.1, options)
    PlaceGoLongOrder(CurrentPrice().close, 0.1, options)
elseif fast < slow and isIn then
    PlaceExitPositionOrder(id, { type = MarketOrderType })
    isIn = false
end
Save('id', id)
Save('isIn', isIn)
