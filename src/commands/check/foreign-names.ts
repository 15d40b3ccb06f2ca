// Data: global names of other languages and of chart scripts, and what stands for them here.

export const FOREIGN_NAMES: ReadonlyMap<string, string> = new Map([
  ['print', 'Log(text)'],
  ['printf', 'Log(text)'],
  ['echo', 'Log(text)'],
  ['console', 'Log(text)'],
  ['close', 'ClosePrices()'],
  ['open', 'OpenPrices()'],
  ['high', 'HighPrices()'],
  ['low', 'LowPrices()'],
  ['buy', 'DoBuy()'],
  ['sell', 'DoSell()'],
]);
