-- Trades inside hours of the day only.
-- Fades the move since the session's opening; leaves everything when the session ends.
-- Inputs: first and last hour, how large a move must be, goal and stop.

local first = Input('First hour', 8)
local last = Input('Last hour', 20)
local move = Input('Move %', 1)
local goal = Input('Take profit ROI', 1)
local stop = Input('Stop loss ROI', 1.5)

local hour = CurrentHour()
local isOpen = hour >= first and hour < last
local price = CurrentPrice().close

if isOpen and not Load('wasOpen', false) then
    Save('opening', price)
    Log('session opens at ' .. price)
end
Save('wasOpen', isOpen)

if not isOpen then
    DoExitPosition('session ends')
    return
end

if TakeProfitROI(goal) or StopLossROI(stop) then
    DoExitPosition()
    return
end

local change = PercentageChange(Load('opening', price), price)
local allowed = InsuranceContainer(TradeOncePerBar(30), TradeOnlySideways(25, 15))
if allowed and change <= -move then
    DoLong('down since opening')
elseif allowed and change >= move then
    DoShort('up since opening')
end
