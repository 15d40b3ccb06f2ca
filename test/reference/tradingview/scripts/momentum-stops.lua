-- A stop order a step beyond the bar while momentum over twelve bars grows, both ways.
local n = Load('n', 0) + 1
Save('n', n)
local orders = Load('orders', {})
for _, order in ipairs(orders) do CancelOrder(order) end
orders = {}
local longId, shortId = Load('long', ''), Load('short', '')
local long, short = 0, 0
if longId ~= '' then long = GetPositionAmount(longId) end
if shortId ~= '' then short = GetPositionAmount(shortId) end
if n >= 14 then
    local close = ClosePrices()
    local now, before = close[1] - close[13], close[2] - close[14]
    local buy, sell = HighPrices()[1] + 0.1, LowPrices()[1] - 0.1
    if now > 0 and now > before and long == 0 then
        if short > 0 then
            orders[#orders + 1] = PlaceExitShortOrder(buy, short,
                { type = StopMarketOrderType, triggerPrice = buy, positionId = shortId })
        end
        longId = NewGuid()
        orders[#orders + 1] = PlaceGoLongOrder(buy, 0.1,
            { type = StopMarketOrderType, triggerPrice = buy, positionId = longId })
    end
    if now < 0 and now < before and short == 0 then
        if long > 0 then
            orders[#orders + 1] = PlaceExitLongOrder(sell, long,
                { type = StopMarketOrderType, triggerPrice = sell, positionId = longId })
        end
        shortId = NewGuid()
        orders[#orders + 1] = PlaceGoShortOrder(sell, 0.1,
            { type = StopMarketOrderType, triggerPrice = sell, positionId = shortId })
    end
end
Save('orders', orders)
Save('long', longId)
Save('short', shortId)
