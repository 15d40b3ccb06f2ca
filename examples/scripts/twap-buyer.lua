-- Buys a given sum in equal parts over a given time, never above a limit, and then stops itself.
-- Inputs: the sum, the time, how many parts, the highest price.

local sum = Input('Sum', 500, 'In the quote currency')
local hours = Input('Hours', 12)
local parts = Input('Parts', 24)
local limit = Input('Highest price', 0, '0: none')

local startedAt = Load('started', Time())
Save('started', startedAt)

local done = Load('done', 0)
local step = hours * 3600 / parts
local due = Min(parts, Floor((Time() - startedAt) / step) + 1)

local order = Load('order', '')
if order ~= '' and not IsOrderOpen(order) then
    local filled = GetOrderFilledAmount(order)
    if filled > 0 then
        done = done + 1
        Save('bought', Load('bought', 0) + filled)
    end
    order = ''
end

local price = CurrentPrice().ask
local isAllowed = limit == 0 or price <= limit
if order == '' and done < due and isAllowed then
    order = PlaceBuyOrder(price, sum / parts / price, { note = 'part ' .. (done + 1), timeout = 120 })
end

Save('order', order)
Save('done', done)

if done >= parts then
    CustomReport('Bought', Load('bought', 0))
    DeactivateBot('all parts are bought')
end
