-- Follows signals that other bots store, when they agree with each other and with the trend.
-- Three names are read; a name without a signal is not counted.
-- Inputs: the three names, the interval of the trend, whether the trend is asked at all.

local names = { Input('First', 'trend'), Input('Second', 'swing'), Input('Third', 'news') }
local interval = InputInterval('Trend interval', 60)
local asksTrend = Input('Ask the trend', true)

local votes = {}
for _, name in ipairs(names) do
    local signal = GetRemoteSignal(name)
    if signal ~= SignalNone then
        votes[#votes + 1] = signal
    end
end

if #votes < 2 then return end
local decision = GetUnanimousSignal(votes)

if asksTrend and decision ~= SignalNone then
    local close = ClosePrices(interval)
    local trend = GetAboveBelowSignal(EMA(close, 20), EMA(close, 50))
    if trend ~= decision and decision ~= SignalExitPosition then
        Log('the trend disagrees with ' .. #votes .. ' signals')
        decision = SignalNone
    end
end

DoSignal(decision, 'remote')
