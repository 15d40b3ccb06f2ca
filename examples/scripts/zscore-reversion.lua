-- Returns to the mean: buys far below the average, sells when the price is back at it.
-- Uses the custom command of zscore-command.lua on the prices of two intervals.
-- Inputs: length, the distance to enter at, the distance to leave at, the longest time to wait.

InputGroupHeader('Entry')
local interval = InputInterval('Interval', 5)
local length = Input('Length', 50, 'Candles in the average')
local enterAt = Input('Enter at', -2, 'Standard deviations')

InputGroupHeader('Exit')
local leaveAt = Input('Leave at', 0, 'Standard deviations')
local patience = Input('Patience', 720, 'Minutes to wait for the return')

local score = CC_ZScore(ClosePrices(interval), length)
local slow = CC_ZScore(ClosePrices(interval * 3), length)
Plot(1, 'score', score, SkyBlue)
Plot(1, 'slow', slow, Gray)
PlotHorizontalLine(1, 'enter', Green, enterAt)

local position = PositionContainer()
local isOpen = GetPositionDirection() ~= NoPosition
if not isOpen then
    -- Not while the longer interval falls out of its channel as well.
    if score < enterAt and slow > 2 * enterAt then
        DoLong('score ' .. Round(score, 2))
    end
    return
end

if score > leaveAt then
    DoExitPosition('back at the average')
elseif Time() - position.openTime > patience * 60 then
    DoExitPosition('waited too long')
end
