-- Stop orders a step beyond the highest high and the lowest low of twenty bars, both ways.
-- What turns the position round is two orders here: the one that leaves and the one that enters.
local n = Load('n', 0) + 1
Save('n', n)
local orders = Load('orders', {})
for _, order in ipairs(orders) do CancelOrder(order) end
orders = {}
local longId, shortId = Load('long', ''), Load('short', '')
local long, short = 0, 0
if longId ~= '' then long = GetPositionAmount(longId) end
if shortId ~= '' then short = GetPositionAmount(shortId) end
if n >= 20 then
    local top, bottom = HighPrices()[1], LowPrices()[1]
    for i = 2, 20 do
        top = math.max(top, HighPrices()[i])
        bottom = math.min(bottom, LowPrices()[i])
    end
    local buy, sell = top + 0.1, bottom - 0.1
    if short > 0 then
        orders[#orders + 1] = PlaceExitShortOrder(buy, short,
            { type = StopMarketOrderType, triggerPrice = buy, positionId = shortId })
    end
    if long > 0 then
        orders[#orders + 1] = PlaceExitLongOrder(sell, long,
            { type = StopMarketOrderType, triggerPrice = sell, positionId = longId })
    end
    if long == 0 then
        longId = NewGuid()
        orders[#orders + 1] = PlaceGoLongOrder(buy, 0.1,
            { type = StopMarketOrderType, triggerPrice = buy, positionId = longId })
    end
    if short == 0 then
        shortId = NewGuid()
        orders[#orders + 1] = PlaceGoShortOrder(sell, 0.1,
            { type = StopMarketOrderType, triggerPrice = sell, positionId = shortId })
    end
end
Save('orders', orders)
Save('long', longId)
Save('short', shortId)
