-- Limits around a simple strategy: a daily loss limit, a pause, and an end.
-- Trades momentum; stops for the day after a loss, and for good after a larger one.
-- Inputs: loss of a day and of the whole run, minutes of waiting after a trade.

local dayLimit = Input('Loss of a day', 20, 'In profit currency')
local runLimit = Input('Loss of the run %', 15)
local wait = Input('Wait after trade (minutes)', 5)

-- The profit at the beginning of the day.
local today = CurrentDate()
if Load('day') ~= today then
    Save('day', today)
    Save('dayStart', GetBotProfit())
    ResumeBot()
end

local lossToday = Load('dayStart', 0) - GetBotProfit()
if lossToday >= dayLimit and not IsBotPaused() then
    PauseBot()
    LogWarning('no new trades today, loss of ' .. Round(lossToday, 2) .. ' ' .. ProfitLabel())
end

DeactivateOnLoss(runLimit)

local momentum = MOM(ClosePrices(), 10)
if StopLossROI(10) or (momentum < 0 and NeverExitWithLoss(0.5)) then
    DoExitPosition()
elseif momentum > 0 and not IsBotPaused() and WaitAfterTrade(wait) and OrderOncePerBar(5) then
    DoLong()
end
