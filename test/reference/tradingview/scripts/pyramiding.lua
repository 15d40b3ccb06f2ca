-- Adds up to three times while the short average is above the long one; then leaves at once.
-- An update is at the end of its bar, a quarter of an hour after the bar's beginning.
local isHour = (Time() - 900) % 3600 == 0
local id = Load('id', '')
local count = Load('count', 0)
local fast, slow = SMA(ClosePrices(), 5)[1], SMA(ClosePrices(), 12)[1]
if fast > slow and isHour and count < 3 then
    if count == 0 then id = NewGuid() end
    PlaceGoLongOrder(CurrentPrice().close, 0.1, { type = MarketOrderType, positionId = id })
    count = count + 1
elseif fast < slow and count > 0 then
    PlaceExitPositionOrder(id, { type = MarketOrderType })
    count = 0
end
Save('id', id)
Save('count', count)
