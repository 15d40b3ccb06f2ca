-- Two positions on one market: a quick one and a patient one.
-- Both are entered together by unmanaged orders; each has its own id, goal and stop.
-- Inputs: goals and stops of both, the share of the trade amount that the quick one takes.

local quickGoal = Input('Quick goal %', 1)
local patientGoal = Input('Patient goal %', 5)
local quickStop = Input('Quick stop %', 1)
local patientStop = Input('Patient stop %', 3)
local share = InputSlider('Quick share', 0.1, 0.9, 8)

local quick, patient = Load('quick', NewGuid()), Load('patient', NewGuid())
Save('quick', quick)
Save('patient', patient)

local function isIdle(id)
    return GetPositionAmount(id) == 0 and not IsAnyOrderOpen(id)
end

local function guard(id, goal, stop)
    if GetPositionAmount(id) == 0 or IsAnyOrderOpen(id) then return end
    if TakeProfit(goal, id) then
        PlaceExitPositionOrder(id, { type = MarketOrderType, note = 'goal' })
    elseif StopLoss(stop, id) then
        PlaceExitPositionOrder(id, { type = MarketOrderType, note = 'stop' })
    end
end

guard(quick, quickGoal, quickStop)
guard(patient, patientGoal, patientStop)

local rsi = RSI(ClosePrices(), 14)
if rsi < 35 and isIdle(quick) and isIdle(patient) then
    local price = CurrentPrice().bid
    local first = TradeAmount() * share
    PlaceGoLongOrder(price, first, { positionId = quick, timeout = 300 })
    PlaceGoLongOrder(price, TradeAmount() - first, { positionId = patient, timeout = 300 })
end
