-- A bot put together from containers: indicators vote, insurances may forbid, safeties go first.
-- Inputs: those of the easy indicators, and of the safeties below.

DisableIndicatorContainerLogs()

local stop = Input('Stop loss %', 3, 'Leave at this loss', 'Safety')
local goal = Input('Take profit %', 4, 'Leave at this profit', 'Safety')
local wait = Input('Minutes between trades', 15, '', 'Insurance')
local mustAgree = Input('All must agree', false, 'Else more than half decide', 'Signal')

local signals = IndicatorContainer(
    EasyRSI(1),
    EasyMACD(2),
    EasyBBANDS(0)
)
local safety = SafetyContainer(
    StopLoss(stop),
    TakeProfit(goal)
)
local insurance = InsuranceContainer(
    OvercomeFeeCosts(),
    WaitAfterTrade(wait)
)

local signal = IfElse(mustAgree, signals.unanimousSignal, signals.consensusSignal)
TradeBotContainer(safety, signal, insurance)
