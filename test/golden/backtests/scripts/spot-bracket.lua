-- Leaves all that it has by a stop and a target of one group, and buys it back.
local AMOUNT = 0.5
local price = CurrentPrice().close
local count = Load('count', 0)
if #GetAllOpenOrders() == 0 then
    Save('count', count + 1)
    if count % 2 == 1 then
        PlaceBuyOrder(0, AMOUNT, { type = MarketOrderType })
    else
        local kind = count % 4 == 0 and OcaCancelType or OcaReduceType
        PlaceSellOrder(price * 0.98, AMOUNT, { type = StopMarketOrderType, ocaGroup = 'exit', ocaType = kind })
        PlaceSellOrder(price * 1.02, AMOUNT, { type = NoTimeOutOrderType, ocaGroup = 'exit', ocaType = kind })
        if kind == OcaReduceType then
            PlaceSellOrder(price * 1.01, AMOUNT / 2, { type = NoTimeOutOrderType, ocaGroup = 'exit', ocaType = kind })
        end
    end
end
