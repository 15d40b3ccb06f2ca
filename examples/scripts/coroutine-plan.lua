-- A plan written from top to bottom: buy three times with pauses, then sell in two halves.
-- A coroutine is remade in each update and fed the steps that were done before.
-- Inputs: pause between the steps in minutes.

local pause = Input('Pause', 60, 'Minutes between two steps')

local function plan()
    for part = 1, 3 do
        coroutine.yield('buy', part)
    end
    coroutine.yield('wait', 2)
    for half = 1, 2 do
        coroutine.yield('sell', half)
    end
    return 'done', 0
end

local function stepAt(position)
    local thread = coroutine.create(plan)
    local ok, what, number
    for _ = 1, position do
        ok, what, number = coroutine.resume(thread)
        if not ok then error(what) end
    end
    return what, number
end

local position = Load('position', 1)
if Time() - Load('at', 0) < pause * 60 then return end

local what, number = stepAt(position)
local price = CurrentPrice()
if what == 'buy' then
    PlaceBuyOrder(price.ask, TradeAmount() / 3, { type = MarketOrderType, note = 'part ' .. number })
elseif what == 'sell' then
    local amount = GetPositionAmount() / (3 - number)
    if amount > 0 then
        PlaceSellOrder(price.bid, amount, { type = MarketOrderType, note = 'half ' .. number })
    end
elseif what == 'done' then
    position = 0
end

Save('position', position + 1)
Save('at', Time())
