-- Always in the market: reverses when the averages cross.
local up = CrossOver(SMA(ClosePrices(), 9), SMA(ClosePrices(), 18))
local down = CrossUnder(SMA(ClosePrices(), 9), SMA(ClosePrices(), 18))
local id = Load('id', '')
local side = Load('side', 0)
local want = side
if up then want = 1 elseif down then want = -1 end
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
