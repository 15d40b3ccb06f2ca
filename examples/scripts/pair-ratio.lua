-- Ratio of two markets.
-- Trades the bot's market when it is cheap or dear against another one, measured by the deviation of
-- their ratio from its mean.
-- Inputs: the other market, length of the mean, deviations of entry and exit.

local other = InputMarket('Other market', PriceMarket())
local length = Input('Length', 100)
local enterAt = Input('Enter at deviations', 2)
local leaveAt = Input('Leave at deviations', 0.5)

local ratio = ClosePrices() / ClosePrices(0, false, other)
local mean = SMA(ratio, length)
local spread = STDDEV(ratio, length, 1)
local deviation = ArrayGet(spread, 1)
local score = 0
if deviation > 0 then
    score = (ArrayGet(ratio, 1) - ArrayGet(mean, 1)) / deviation
end

Plot(1, 'score', score, Teal)
PlotHorizontalZone(1, 'calm', Gray(20), leaveAt, -leaveAt)

local direction = GetPositionDirection()
if direction == NoPosition then
    if score <= -enterAt then DoLong('cheap') end
    if score >= enterAt then DoShort('dear') end
elseif Abs(score) <= leaveAt or StopLoss(4) then
    DoExitPosition('back to the mean')
end
