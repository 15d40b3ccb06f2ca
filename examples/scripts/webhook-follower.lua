-- Does what a web hook says, once for each delivery.
-- The payload names an action and may name an amount; too old deliveries are left alone.
-- Inputs: the name of the hook, the greatest age, the largest share of the wallet for one order.

local hook = Input('Hook', 'alerts', 'The name in the address of the hook')
local ageMax = Input('Oldest', 120, 'Seconds after which a delivery is ignored')
local shareMax = InputSlider('Largest share', 0.05, 1, 20)

local signal = GetWebHookSignal(hook)
if signal == nil then return end

local receivedAt = signal.webhook_received_at
if receivedAt == Load('done', 0) then return end
Save('done', receivedAt)

if Time() - receivedAt > ageMax then
    LogWarning('ignored a delivery that is ' .. (Time() - receivedAt) .. ' seconds old')
    return
end

local price = CurrentPrice()
local most = MaxLongAmount() * shareMax
local amount = Min(tonumber(signal.amount) or TradeAmount(), most)

local actions = {
    buy = function()
        return PlaceBuyOrder(price.ask, amount, { type = MarketOrderType, note = 'hook' })
    end,
    sell = function()
        return PlaceSellOrder(price.bid, amount, { type = MarketOrderType, note = 'hook' })
    end,
    exit = function()
        return PlaceExitPositionOrder({ type = MarketOrderType, note = 'hook' })
    end,
}

local act = actions[signal.action]
if act == nil then
    LogError('the hook asks for "' .. tostring(signal.action) .. '", which is unknown here')
else
    local id = act()
    Log(signal.action .. ' ' .. amount .. ': ' .. IfElse(id == '', 'refused', 'sent'))
end
