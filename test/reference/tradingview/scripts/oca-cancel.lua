-- At a cross: stops above and below the bar, of which one cancels the other, or out.
local longId, shortId = Load('long', ''), Load('short', '')
local orders = Load('orders', {})
local fast, slow = SMA(ClosePrices(), 5), SMA(ClosePrices(), 9)
local long, short = 0, 0
if longId ~= '' then long = GetPositionAmount(longId) end
if shortId ~= '' then short = GetPositionAmount(shortId) end
if CrossOver(fast, slow) or CrossUnder(fast, slow) then
    if long > 0 then
        PlaceExitPositionOrder(longId, { type = MarketOrderType })
    elseif short > 0 then
        PlaceExitPositionOrder(shortId, { type = MarketOrderType })
    else
        for _, order in ipairs(orders) do CancelOrder(order) end
        longId, shortId = NewGuid(), NewGuid()
        local high, low = HighPrices()[1], LowPrices()[1]
        local group = NewGuid()
        orders = {
            PlaceGoLongOrder(high, 0.1, { type = StopMarketOrderType, triggerPrice = high,
                positionId = longId, ocaGroup = group, ocaType = OcaCancelType }),
            PlaceGoShortOrder(low, 0.1, { type = StopMarketOrderType, triggerPrice = low,
                positionId = shortId, ocaGroup = group, ocaType = OcaCancelType })
        }
    end
end
Save('orders', orders)
Save('long', longId)
Save('short', shortId)
