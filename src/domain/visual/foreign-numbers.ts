// Data: the numbers that documents of HaasScript give to commands, as far as they are known. The
// name of a block decides; its number only shows that a document means another command.

const LISTED = `
ArrayIndex 5 Offset 10 Grab 12 LineOptions 406 Plot 408 PlotBands 409 PlotBars 410
PlotDoubleColor 415 PlotHistogram 416 PlotLineBuySellZone 420 PlotSignalEnum 424 PlotShape 430
DefineCommand 601 DefineOutput 602 DefineParameter 604 DefineEasyIndicatorParameters 605
DefineEasyIndicatorOutput 606 DefineIntervalOptimization 607 EasyMA 821 EasyRSI 828 EasyAlice 837
OvercomeFeeCosts 1002 StopLoss 1203 TakeProfit 1204 TrailingStopLoss 1206 ListNumberType 2205
NumberType 2206 NoPosition 2400 SignalLong 2600 SignalNone 2602 SignalShort 2603 Compare 3201
Equals 3202 IsBiggerOrSmallerThan 3204 IsBiggerThan 3205 IsFalse 3206 IsSmallerThan 3209
IsTrue 3210 Or 3211 Branch 3300 Merge 3303 Input 3400 InputInterval 3404 DoLong 3801 DoShort 3802
DoSignal 3803 DoFlipPosition 3804 GetHigh 4002 GetLow 4004 Abs 4006 Add 4008 Atan 4010 Average 4012
Div 4018 Exp 4019 Log10 4022 Mul 4025 Round 4028 Sqrt 4032 Sub 4033 Load 4200 Save 4204
SessionGet 4205 SessionSet 4206 Comment 4401 Number 4403 Text 4406 GetPositionDirection 4601
ClosePrices 5201 HighPrices 5205 LowPrices 5206 GetVolume 5212 CurrentPrice 5213
GetAboveBelowSignal 6000 GetBuySellLevelSignal 6001 GetThresholdSignal 6005 ReverseSignal 6008
UseSignalIf 6010 BoolToSignal 6019 ATR 6409 EMA 6426 RSI 6461 SMA 6465 SSTOCH 6467 WMA 6486
IsFalling 6605 IsRising 6606 IsFallingSince 6607 IsRisingSince 6608 MinutesTillCandleClose 6800
IndicatorContainer 7000 InsuranceContainer 7001 SafetyContainer 7002 TradeBotContainer 7003`;

/** By the name that commands have here. */
export const FOREIGN_NUMBERS: ReadonlyMap<string, number> = new Map(
  [...LISTED.matchAll(/([A-Za-z]\w*) (\d+)/g)].map(([, name = '', number]) => [
    name,
    Number(number),
  ]),
);

/** Of any custom command. */
export const FOREIGN_CUSTOM_NUMBER = 600;

/** What the ports of a document say that they carry. */
export const FOREIGN_TYPES = {
  text: 0,
  number: 1,
  constant: 2,
  boolean: 3,
  any: 4,
  numberOrList: 6,
  list: 7,
  table: 4,
  nothing: 10,
  manyAny: 100,
  manyConstants: 101,
  manyBooleans: 102,
} as const;
