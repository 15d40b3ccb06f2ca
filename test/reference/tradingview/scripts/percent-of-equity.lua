-- Buys at the cross over for a share of the equity, sells at the cross under.
local id = Load('id', '')
local fast, slow = SMA(ClosePrices(), 5), SMA(ClosePrices(), 12)
local isFlat = id == '' or IsPositionClosed(id)
if isFlat and CrossOver(fast, slow) then
    id = NewGuid()
    local close = CurrentPrice().close
    PlaceGoLongOrder(close, EquityToTradeAmount(close, 60),
        { type = MarketOrderType, positionId = id })
elseif not isFlat and CrossUnder(fast, slow) then
    PlaceExitPositionOrder(id, { type = MarketOrderType })
end
Save('id', id)
