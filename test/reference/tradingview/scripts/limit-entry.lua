-- A limit order below the bar's low while the short average is above the long one; out after six bars.
local id = Load('id', '')
local order = Load('order', '')
local bars = Load('bars', 0)
local held = 0
if id ~= '' then held = GetPositionAmount(id) end
if held > 0 then
    -- The bar of the entry counts as none.
    if bars >= 6 then PlaceExitPositionOrder(id, { type = MarketOrderType }) end
    bars = bars + 1
    order = ''
else
    bars = 0
    if order ~= '' then CancelOrder(order) end
    order = ''
    if SMA(ClosePrices(), 5) > SMA(ClosePrices(), 20) then
        id = NewGuid()
        order = PlaceGoLongOrder(LowPrices()[1] - 20, 0.1, { type = NoTimeOutOrderType, positionId = id })
    end
end
Save('id', id)
Save('order', order)
Save('bars', bars)
