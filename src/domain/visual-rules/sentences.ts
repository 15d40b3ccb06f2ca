// Data: sentences of commands. `{port}` is what stands at the input; a word in angle brackets is
// the one by which commands of one family differ, and is chosen from a list.

/** @public The console's editor. */
export const SENTENCES: Readonly<Record<string, string>> = {
  // Comparisons.
  IsBiggerThan: '{input1} <is above> {input2}',
  IsSmallerThan: '{input1} <is below> {input2}',
  CrossOver: '{value1} <crosses above> {value2}',
  CrossUnder: '{value1} <crosses below> {value2}',
  IsRising: '{array} <has risen> for {lookback} candles',
  IsFalling: '{array} <has fallen> for {lookback} candles',
  IsBiggerAndSmallerThan: '{value} is between {lowValue} and {highValue}',
  IsBiggerOrSmallerThan: '{value} is above {highValue} or below {lowValue}',
  Equals: '{value1} <equals> {value2}',
  NotEquals: '{value1} <differs from> {value2}',
  // Prices.
  ClosePrices: '{interval} closes',
  OpenPrices: '{interval} opens',
  HighPrices: '{interval} highs',
  LowPrices: '{interval} lows',
  HLPrices: '{interval} middles of high and low',
  HLCPrices: '{interval} typical prices',
  OHLCPrices: '{interval} averages of the candle',
  GetVolume: '{interval} volumes',
  CurrentPrice: 'the price now',
  // Indicators.
  RSI: 'RSI of {period} on {prices}',
  SMA: 'simple average of {period} {prices}',
  EMA: 'exponential average of {period} {prices}',
  WMA: 'weighted average of {period} {prices}',
  MACD: 'MACD of {fastPeriod}, {slowPeriod}, {signalPeriod} on {prices}',
  BBANDS: 'Bollinger band of {period} with {devUp} and {devDn} deviations on {prices}',
  DONCHIAN: 'Donchian channel of {period} candles from {high} to {low}',
  ATR: 'average true range of {period} from {high}, {low}, {close}',
  ADX: 'ADX of {period} from {high}, {low}, {close}',
  CCI: 'CCI of {period} from {high}, {low}, {close}',
  STOCH: 'stochastic of {fastK}, {slowK}, {slowD} from {high}, {low}, {close}',
  STOCHRSI: 'stochastic RSI of {rsiPeriod}, {fastK}, {fastD} with {maType} on {prices}',
  MFI: 'money flow of {period} from {high}, {low}, {close}, {volume}',
  WILLR: 'Williams %R of {period} from {high}, {low}, {close}',
  APO: 'distance of averages of {fastPeriod} and {slowPeriod} on {prices}',
  AROON: 'Aroon of {period} from {high}, {low}',
  ROC: 'change in % over {period} {prices}',
  MOM: 'change over {period} {prices}',
  DEMA: 'double average of {period} {prices}',
  TEMA: 'triple average of {period} {prices}',
  KELTNER: 'Keltner channel of {emaPeriod} from {high}, {low}, {close}',
  ICHIMOKU: 'Ichimoku of {tenkansen}, {kijunsen}, {senkouspanb} on {prices}',
  SAR: 'parabolic SAR of {acceleration}, at most {maxSpeed}, from {high}, {low}',
  GetHigh: 'highest of {depth} {prices}, {offset} back',
  GetLow: 'lowest of {depth} {prices}, {offset} back',
  // Arithmetic.
  Add: '{input1} <plus> {input2}',
  Sub: '{input1} <minus> {input2}',
  Mul: '{input1} <times> {input2}',
  Div: '{input1} <divided by> {input2}',
  Offset: '{input} of {offset} candles before',
  Delta: 'change in % from {input1} to {input2}',
  // Protection.
  StopLoss: 'the loss reaches {percentage} %',
  TakeProfit: 'the gain reaches {percentage} %',
  TrailingStopLoss: 'the price falls {percentage} % behind its best',
  StopLossROI: 'the return falls to −{percentage} %',
  TakeProfitROI: 'the return reaches {percentage} %',
  DynamicStopLoss: 'a stop of {percentage} % that follows {depth} candles is reached',
  ChandelierStopLoss: 'the price is {multiplier} average ranges behind the best of {depth} candles',
  // Filters.
  WaitAfterTrade: 'the last trade was {timeout} minutes ago or more',
  WaitAfterOrder: 'the last order was {timeout} minutes ago or more',
  StopLossCooldown: 'the last stop was {minutes} minutes ago or more',
  TradeOncePerBar: 'this is the first trade of the {interval} candle',
  OrderOncePerBar: 'this is the first order of the {interval} candle',
  OvercomeFeeCosts: 'the gain covers the fees',
  NeverExitWithLoss: 'closing would not lose more than {acceptedLoss} %',
  NeverEnterWithALoss: 'the last trade did not lose more than {acceptedLoss} %',
  TradeOnlyTrending: 'the market has a trend (ADX above {threshold} on {interval} candles)',
  TradeOnlySideways: 'the market has no trend (ADX below {threshold} on {interval} candles)',
  CurrentHour: 'the hour of the day (UTC)',
  CurrentMinute: 'the minute of the hour',
  CurrentDay: 'the day of the week (1 is Sunday)',
  // Actions.
  DoLong: 'buy',
  DoShort: 'sell (goes short on futures)',
  DoExitPosition: 'close the position',
  DoFlipPosition: 'turn the position round',
  DoSignal: 'trade the signal {signal}',
  SendNotification: 'notify with the title {title} and the text {message}',
  Log: 'write {message} to the log',
  DeactivateBot: 'stop the bot because {reason}',
  PauseBot: 'pause the bot',
};

/**
 * Commands that take one another's place in a sentence, with the ports that correspond.
 * @public The console's editor.
 */
export const FAMILIES: readonly Readonly<Record<string, readonly string[]>>[] = [
  {
    IsBiggerThan: ['input1', 'input2'],
    IsSmallerThan: ['input1', 'input2'],
    CrossOver: ['value1', 'value2'],
    CrossUnder: ['value1', 'value2'],
  },
  { IsRising: ['array', 'lookback'], IsFalling: ['array', 'lookback'] },
  { Equals: ['value1', 'value2'], NotEquals: ['value1', 'value2'] },
  {
    Add: ['input1', 'input2'],
    Sub: ['input1', 'input2'],
    Mul: ['input1', 'input2'],
    Div: ['input1', 'input2'],
  },
];
