-- Sells short at the cross under for more than the equity, buys back at the cross over.
local id = Load('id', '')
local fast, slow = SMA(ClosePrices(), 5), SMA(ClosePrices(), 12)
local isFlat = id == '' or IsPositionClosed(id)
if isFlat and CrossUnder(fast, slow) then
    id = NewGuid()
    local close = CurrentPrice().close
    PlaceGoShortOrder(close, EquityToTradeAmount(close, 385),
        { type = MarketOrderType, positionId = id })
elseif not isFlat and CrossOver(fast, slow) then
    PlaceExitPositionOrder(id, { type = MarketOrderType })
end
Save('id', id)
