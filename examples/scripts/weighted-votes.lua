-- Indicators vote with weights; each side needs its own sum.
-- A vote may count for entries only, and an early one is held back for some minutes.
-- Inputs: weights, the sums for long, short and exit, and the delay.

InputGroupHeader('Weights')
local weightTrend = Input('Trend', 3)
local weightMomentum = Input('Momentum', 2)
local weightVolume = Input('Volume', 1)

InputGroupHeader('Needed')
local needLong = Input('For long', 4)
local needShort = Input('For short', 4)
local needExit = Input('For exit', 2)
local delay = Input('Delay', 3, 'Minutes to hold the momentum back')

local close = ClosePrices(15)
local trend = SignalWeight(GetAboveBelowSignal(EMA(close, 20), EMA(close, 100)), weightTrend)
local momentum = SignalProperties(
    GetThresholdSignal(RSI(close, 14), 50, 5), true, true, false, weightMomentum, delay)

local volume = GetVolume(15)
local isLoud = volume > SMA(volume, 30) * 1.5
local quiet = IfElse(isLoud, SignalNone, SignalExitPosition)

local decision = GetWeightedConsensusSignal(needLong, needShort, needExit,
    trend, momentum, SignalWeight(quiet, weightVolume))

PlotSignalBar(-1, IfElse(decision == SignalLong, Green, IfElse(decision == SignalShort, Red, Gray)))
DoSignal(decision, 'votes')
