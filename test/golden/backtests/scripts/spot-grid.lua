-- Grid on spot with unmanaged orders.
-- Divides a price range into equal steps. Below the price each step has a buy order; a filled one
-- is followed by a sell order one step higher, and that one by the buy order again.
-- Inputs: how far the range reaches from the first price, how many steps, value of each order in
-- quote currency.

HideOrderSettings()
HideTradeAmountSettings()

local above = Input('Range above %', 5)
local below = Input('Range below %', 5)
local steps = Input('Steps', 10)
local quote = Input('Quote per order', 50)

local market = PriceMarket()
local price = CurrentPrice().close
local middle = Load('middle', price)
Save('middle', middle)

local bottom = SubPercentage(middle, below)
local stepSize = (AddPercentage(middle, above) - bottom) / steps

-- Each level: its order's id and what that order is ('buy', 'sell' or '').
local levels = Load('levels')
if levels == nil then
    levels = {}
    for i = 1, steps do
        levels[i] = { id = '', side = '' }
    end
end

local function placeBuy(level, at)
    local amount = ParseTradeAmount(market, at, quote / at)
    level.id = PlaceBuyOrder(at, amount, { type = NoTimeOutOrderType, note = 'grid buy' })
    level.side = 'buy'
    level.amount = amount
end

local function placeSell(level, at)
    level.id = PlaceSellOrder(at, level.amount, { type = NoTimeOutOrderType, note = 'grid sell' })
    level.side = 'sell'
end

for i = 1, steps do
    local level = levels[i]
    local low = bottom + (i - 1) * stepSize
    if level.id == '' then
        if price > low then placeBuy(level, low) end
    elseif IsOrderFilled(level.id) then
        if level.side == 'buy' then
            placeSell(level, low + stepSize)
        else
            Save('trips', Load('trips', 0) + 1)
            placeBuy(level, low)
        end
    elseif not IsOrderOpen(level.id) then
        -- Cancelled or refused: tried again in the next update.
        level.id = ''
    end
end

Save('levels', levels)

Finalize(function()
    CustomReport('Round trips', Load('trips', 0), 'Grid')
    CustomReport('Profit', Round(GetBotProfit(), 2) .. ' ' .. ProfitLabel(), 'Grid')
end)
