-- Five indicators vote; the side that most of them are on is taken.
-- Votes are collected in a container, which also writes them to the log.
-- Inputs: interval, levels of the oscillators, whether all have to agree.

local interval = InputInterval('Interval', 15)
local low = Input('Low level', 30, '', 'Oscillators')
local high = Input('High level', 70, '', 'Oscillators')
local mode = InputOptions('Agreement', 'most', { 'most', 'all' })

local h, l, c = HighPrices(interval), LowPrices(interval), ClosePrices(interval)
local macd = MACD(c, 12, 26, 9)
local bands = BBANDS(c, 20, 2, 2, SmaType)

local votes = IndicatorContainer(
    GetBuySellLevelSignal(RSI(c, 14), low, high),
    GetBuySellLevelSignal(MFI(h, l, c, GetVolume(interval), 14), low, high),
    GetAboveBelowSignal(macd.macd, macd.signal),
    GetCrossOverUnderSignal(EMA(c, 9), EMA(c, 21)),
    BoolToSignal(c < bands.lower, c > bands.upper)
)

if mode == 'all' then
    DoSignal(votes[2], 'all agree')
else
    DoSignal(votes[3], 'most agree')
end
