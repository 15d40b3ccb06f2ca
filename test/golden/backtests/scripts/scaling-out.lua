-- Leaves a position in parts.
-- Enters once with a market order, then sells thirds at rising goals; what is left is guarded by a
-- shrinking trailing stop.
-- Inputs: three goals, the trailing stop and how it shrinks.

local goals = { Input('Goal 1 %', 1), Input('Goal 2 %', 2), Input('Goal 3 %', 4) }
local trail = Input('Trail %', 3)
local shrink = Input('Shrink', 0.2)

local id = Load('id', '')
local taken = Load('taken', 0)
local held = 0
if id ~= '' then held = GetPositionAmount(id) end

if id == '' then
    local trend = LINEARREG(ClosePrices(), 30, LR_Slope)
    if trend > 0 and CrossOver(ClosePrices(), SMA(ClosePrices(), 50)) then
        id = NewGuid()
        taken = 0
        PlaceGoLongOrder(CurrentPrice().ask, TradeAmount(), { type = MarketOrderType, positionId = id })
    end
elseif held == 0 and not IsAnyOrderOpen(id) then
    -- All sold, or the entry was refused.
    id = ''
elseif held > 0 and not IsAnyOrderOpen(id) then
    local goal = goals[taken + 1]
    if ShrinkingTrailingStopLoss(trail, shrink, id) then
        PlaceExitPositionOrder(id, { type = MarketOrderType, note = 'trailing stop' })
    elseif goal and TakeProfit(goal, id) then
        taken = taken + 1
        local part = taken == #goals and held or TradeAmount() / #goals
        PlaceExitLongOrder(CurrentPrice().bid, part, { type = MarketOrderType, positionId = id })
    end
end

Save('id', id)
Save('taken', taken)
