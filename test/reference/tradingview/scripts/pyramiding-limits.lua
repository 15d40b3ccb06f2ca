-- Three limits below the close every six hours, all left three hours later.
local n = Load('n', -1) + 1
Save('n', n)
local id = Load('id', '')
if n % 24 == 12 and id ~= '' and GetPositionAmount(id) > 0 then
    PlaceExitPositionOrder(id, { type = MarketOrderType })
end
if n % 24 == 0 and (id == '' or GetPositionAmount(id) == 0) then
    for _, order in ipairs(Load('orders', {})) do CancelOrder(order) end
    id = NewGuid()
    local close, orders = CurrentPrice().close, {}
    for step = 1, 3 do
        orders[step] = PlaceGoLongOrder(close - 40 * step, 0.1,
            { type = NoTimeOutOrderType, positionId = id })
    end
    Save('id', id)
    Save('orders', orders)
end
