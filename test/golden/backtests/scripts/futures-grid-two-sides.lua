-- Neutral grid on futures: long below a middle price, short above it.
-- Each level is a position of its own with its own id, taken by a limit order and left one step
-- nearer to the middle.
-- Inputs: levels on each side, distance between them in percent, amount of each.

EnableHighSpeedUpdates()
HideTradeAmountSettings()

local count = Input('Levels per side', 5)
local distance = Input('Distance %', 0.8)
local amount = Input('Amount per level', 0.01)
local lossLimit = Input('Stop at loss %', 25)

local middle = Load('middle')
if middle == nil then
    middle = CurrentPrice().close
    Save('middle', middle)
    Log('middle of the grid: ' .. middle)
end

local ids = Load('ids', {})

local function step(side, n)
    local key = side .. n
    local id = ids[key]
    if id == nil then
        id = NewGuid()
        ids[key] = id
    end
    if IsAnyOrderOpen(id) then return end

    local offset = distance * n
    local held = GetPositionAmount(id)
    if side == 'L' then
        if held == 0 then
            PlaceGoLongOrder(SubPerc(middle, offset), amount,
                { positionId = id, type = NoTimeOutOrderType, note = key })
        else
            PlaceExitLongOrder(SubPerc(middle, offset - distance), held,
                { positionId = id, type = NoTimeOutOrderType, reduceOnly = true })
        end
    else
        if held == 0 then
            PlaceGoShortOrder(AddPerc(middle, offset), amount,
                { positionId = id, type = NoTimeOutOrderType, note = key })
        else
            PlaceExitShortOrder(AddPerc(middle, offset - distance), held,
                { positionId = id, type = NoTimeOutOrderType, reduceOnly = true })
        end
    end
end

for n = 1, count do
    step('L', n)
    step('S', n)
end
Save('ids', ids)

if GetCurrentROI() < -lossLimit then
    CancelAllOrders()
    for key, id in pairs(ids) do
        if GetPositionAmount(id) > 0 then
            PlaceExitPositionOrder(id, { type = MarketOrderType, note = 'loss limit ' .. key })
        end
    end
    DeactivateBot('loss limit of the grid')
end
