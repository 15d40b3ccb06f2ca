-- The shortest way to a bot: easy indicators make their own inputs, lines and signals.
-- The signals have to agree; insurances keep it from trading too often or at a loss.
-- Inputs: those of the three indicators, cooldown and accepted loss.

local cooldown = Input('Cooldown', 30, 'Minutes between two trades')
local accepted = Input('Accepted loss', 0.5, 'Percent')
local stop = Input('Stop loss', 3, 'Percent')

local rsi = EasyRSI(1, 'Strength', 15)
local macd = EasyMACD(2, 'Momentum', 15)
local bands = EasyBBANDS(0, 'Bands', 60)

local signal = GetConsensusSignal(rsi, macd, bands)
local safety = SafetyContainer(StopLoss(stop))
local insurance = InsuranceContainer(WaitAfterTrade(cooldown), NeverExitWithLoss(accepted))

TradeBotContainer(safety, signal, insurance)
