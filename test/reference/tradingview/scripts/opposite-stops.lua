-- Every fifth bar, while flat: a stop to sell above the close and one to buy below it, of which one
-- cancels the other; out two bars after the entry.
local n = Load('n', -1) + 1
local since = Load('since', 0)
Save('n', n)
local ids = Load('ids', {})
local orders = Load('orders', {})
local open = ''
for _, id in ipairs(ids) do
    if GetPositionAmount(id) > 0 then open = id end
end
if open ~= '' then
    since = since + 1
    if since == 3 then PlaceExitPositionOrder(open, { type = MarketOrderType }) end
elseif n % 5 == 0 then
    for _, order in ipairs(orders) do CancelOrder(order) end
    ids = { NewGuid(), NewGuid() }
    since = 0
    local close, group = CurrentPrice().close, NewGuid()
    orders = {
        PlaceGoShortOrder(close + 1, 0.1, { type = StopMarketOrderType, triggerPrice = close + 1,
            positionId = ids[1], ocaGroup = group, ocaType = OcaCancelType }),
        PlaceGoLongOrder(close - 1, 0.1, { type = StopMarketOrderType, triggerPrice = close - 1,
            positionId = ids[2], ocaGroup = group, ocaType = OcaCancelType })
    }
end
Save('since', since)
Save('ids', ids)
Save('orders', orders)
