-- Doubles after a loss, with a cap.
-- Each deal is one unmanaged position with a goal and a stop of the same size; the next one is larger
-- after a loss and small again after a win.
-- Inputs: first amount, factor, most doublings, goal and stop in percent.

HideTradeAmountSettings()

local first = Input('First amount', 0.01)
local factor = Input('Factor', 2)
local most = Input('Most doublings', 4)
local goal = Input('Goal and stop %', 1)

local state = Load('state', { id = '', losses = 0 })

local function amountNow()
    return ParseTradeAmount(PriceMarket(), CurrentPrice().ask, first * Pow(factor, state.losses))
end

if state.id == '' then
    state.id = NewGuid()
    local amount = Min(amountNow(), MaxLongAmount())
    local order = PlaceBuyOrder(CurrentPrice().ask, amount, { type = MarketOrderType, positionId = state.id })
    if order == '' then state.id = '' end
elseif not IsAnyOrderOpen(state.id) then
    local position = PositionContainer(state.id)
    if position.closeTime > 0 then
        state.losses = position.profit > 0 and 0 or Min(state.losses + 1, most)
        Log('closed with ' .. Round(position.profit, 2) .. ', losses in a row: ' .. state.losses)
        state.id = ''
    elseif position.amount == 0 then
        state.id = ''
    elseif SafetyContainer(TakeProfit(goal, state.id), StopLoss(goal, state.id)) then
        PlaceExitPositionOrder(state.id, { type = MarketOrderType })
    end
end

Save('state', state)
