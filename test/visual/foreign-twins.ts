// Twins of documents: their meaning, written by hand as Lua from the description of the format and
// not from what the compiler makes of them; by the titles of the documents.

const RSI = `local rsi = RSI(ClosePrices(60), 14)
`;
const LEVEL = `${RSI}local level = GetBuySellLevelSignal(rsi, 30, 70)
`;

/** A safety that is true exits and ends; an insurance that is false stops; then the signal. */
function guarded(safety: string): string {
  return `${LEVEL}local isInsured = OvercomeFeeCosts(CurrentPrice().close)
if ${safety}(1.5) then
  DoExitPosition()
elseif isInsured then
  DoSignal(level)
end
`;
}

function asked(condition: string): string {
  return `${RSI}local low, high = rsi < 35, rsi > 65
if ${condition} then DoLong() else DoShort() end
`;
}

export const FOREIGN_TWINS: Readonly<Record<string, string>> = {
  'gated signals and a merge': `${RSI}
if rsi < 50 then DoShort() elseif rsi > 50 then DoLong() else DoSignal(SignalNone) end
`,
  UseSignalIf: `${LEVEL}DoSignal(UseSignalIf(level, SignalLong))
`,
  'GetAboveBelowSignal of two averages': `local close = ClosePrices(60)
DoSignal(GetAboveBelowSignal(EMA(close, 9), SMA(close, 21)))
`,
  GetThresholdSignal: `${RSI}DoSignal(GetThresholdSignal(rsi, 50, 2.5))
`,
  'BoolToSignal counts only what is connected': `${RSI}
if rsi < 35 then DoLong() elseif rsi > 65 then DoShort() end
`,
  'StopLoss in containers': guarded('StopLoss'),
  'TakeProfit in containers': guarded('TakeProfit'),
  'TrailingStopLoss in containers': guarded('TrailingStopLoss'),
  And: asked('low and high'),
  Or: asked('low or high'),
  'IsTrue and IsFalse': asked('not low and not high'),
  'IfElse of two signals': `${RSI}if rsi < 35 then DoLong() else DoSignal(SignalNone) end
`,
  'IfElseIf of three signals': `${RSI}
if rsi < 35 then DoLong() elseif rsi > 65 then DoShort() else DoSignal(SignalNone) end
`,
  'SignalToBool and its parts': `${LEVEL}
if level == SignalLong then DoLong() elseif level == SignalShort then DoShort() end
`,
  'IsTrue of one condition': asked('low'),
  Equals: `if GetPositionDirection() == NoPosition then DoLong() else DoShort() end
`,
  IsBiggerOrSmallerThan: `${RSI}if rsi > 70 or rsi < 30 then DoLong() else DoShort() end
`,
  IsRising: `${RSI}if IsRising(rsi, 3) then DoLong() else DoShort() end
`,
  IsFalling: `${RSI}if IsFalling(rsi, 3) then DoLong() else DoShort() end
`,
  'SessionSet, SessionGet and names': `${RSI}if rsi < 30 then DoLong() end
`,
  'values that a connection replaces': `${LEVEL}DoSignal(level)
`,
  'choices by their numbers': `${RSI}if rsi < 35 then DoLong() end
if rsi > 65 then DoShort() end
`,
  'bands by their parts': `local close = ClosePrices(60)
local bands = BBANDS(close, 20, 2, 2)
if close < bands.lower then DoLong() end
if close > bands.upper then DoShort() end
`,
  'a custom command of another document': `local close = ClosePrices(60)
local high, low = GetHigh(close, 20, 1), GetLow(close, 20, 1)
if close > high then DoLong() elseif close < low then DoShort() end
`,
  'words that are empty or begin with a sharp': 'DoLong()',
};
