-- The turtles: in at the high of twenty days, more at every half range, out at the low of ten.
-- Unmanaged: each unit is an order of its own in one position, with a stop that is drawn along.
-- Inputs: channels, range, share of the wallet that one unit may lose, how many units.

InputGroupHeader('Channels')
local interval = InputInterval('Interval', 60)
local enterLength = Input('Enter', 20)
local leaveLength = Input('Leave', 10)

InputGroupHeader('Units')
local rangeLength = Input('Range', 20)
local risk = Input('Risk %', 0.5, 'Of the wallet, for each unit')
local unitsMax = Input('Units', 4)

local h, l, c = HighPrices(interval), LowPrices(interval), ClosePrices(interval)
local range = ArrayGet(ATR(h, l, c, rangeLength), 1)
local price = CurrentPrice()
local id = Load('position', NewGuid())
Save('position', id)

local units = Load('units', 0)
local amount = GetPositionAmount(id)

if amount == 0 and not IsAnyOrderOpen(id) then
    units = 0
end

local function size()
    local money = WalletAmount(AccountGuid(), QuoteCurrency())
    local wanted = money * risk / 100 / (2 * range)
    return ParseTradeAmount(PriceMarket(), price.ask, Min(wanted, MaxLongAmount() * 0.9))
end

local function add(reason)
    local order = PlaceBuyOrder(price.ask, size(), { positionId = id, note = reason, timeout = 300 })
    if order ~= '' then
        units = units + 1
        Save('last', price.ask)
    end
end

if not IsAnyOrderOpen(id) then
    if amount == 0 and c > GetHigh(h, enterLength, 1) then
        add('breakout')
    elseif amount > 0 and units < unitsMax and price.ask > Load('last', 0) + range / 2 then
        add('unit ' .. (units + 1))
    end
end

if amount > 0 then
    local floor = Max(GetLow(l, leaveLength, 1), Load('last', 0) - 2 * range)
    Plot(0, 'floor', floor, Red)
    if price.bid < floor then
        CancelAllOrders(id)
        PlaceExitPositionOrder(id, { type = MarketOrderType, note = 'floor' })
    end
end
Save('units', units)
