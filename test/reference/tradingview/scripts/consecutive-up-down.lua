-- Turns with three closes in one direction.
local n = Load('n', 0) + 1
Save('n', n)
local id = Load('id', '')
local side = Load('side', 0)
local want = side
if n > 3 then
    local close = ClosePrices()
    if close[1] > close[2] and close[2] > close[3] and close[3] > close[4] then want = 1 end
    if close[1] < close[2] and close[2] < close[3] and close[3] < close[4] then want = -1 end
end
if want ~= side then
    if side ~= 0 then PlaceExitPositionOrder(id, { type = MarketOrderType }) end
    id = NewGuid()
    if want == 1 then
        PlaceGoLongOrder(CurrentPrice().close, 0.1, { type = MarketOrderType, positionId = id })
    else
        PlaceGoShortOrder(CurrentPrice().close, 0.1, { type = MarketOrderType, positionId = id })
    end
    Save('id', id)
    Save('side', want)
end
