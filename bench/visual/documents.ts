// Documents of visual scripts, each beside the same written by hand. The first ones only compare;
// the last one has a condition that no operator stands for.

import { present } from '#lib/assert.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { modelOfTemplate, VISUAL_TEMPLATES } from '#domain/visual-rules/templates.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';

type Inputs = Readonly<Record<string, unknown>>;
type Form = Readonly<Record<string, unknown>>;

function block(id: string, command: string, inputs: Inputs = {}): Form {
  return { id, command, inputs };
}

function wires(...from: readonly string[]): Inputs {
  return { wires: from };
}

function ticked(value: number, input: string): Inputs {
  return { value, input };
}

function compared(id: string, command: string, left: string, right: string | number): Form {
  const input2 = typeof right === 'number' ? right : wires(right);
  return block(id, command, { input1: wires(left), input2 });
}

function joined(id: string, command: string, ...from: readonly string[]): Form {
  return block(id, command, { 'values[]': wires(...from) });
}

function act(command: string, gate: string): Form {
  return { id: command, command, gate: [gate] };
}

const CLOSE = block('close', 'ClosePrices');
const AVERAGES = [
  CLOSE,
  block('fast', 'SMA', { prices: wires('close'), period: ticked(10, 'Fast') }),
  block('slow', 'SMA', { prices: wires('close'), period: ticked(30, 'Slow') }),
];

const SMA_CROSS = [
  ...AVERAGES,
  block('fastBefore', 'ArrayIndex', { input: wires('fast'), index: 2 }),
  block('slowBefore', 'ArrayIndex', { input: wires('slow'), index: 2 }),
  compared('now', 'Compare', 'fast', 'slow'),
  compared('before', 'Compare', 'fastBefore', 'slowBefore'),
  joined('wasBelow', 'Or', 'before:isBelow', 'before:isEqual'),
  joined('wasAbove', 'Or', 'before:isAbove', 'before:isEqual'),
  joined('over', 'And', 'now:isAbove', 'wasBelow'),
  joined('under', 'And', 'now:isBelow', 'wasAbove'),
  act('DoLong', 'over'),
  act('DoShort', 'under'),
];

const THREE_INDICATORS = [
  CLOSE,
  block('rsi', 'RSI', { prices: wires('close'), period: ticked(14, 'RSI length') }),
  block('macd', 'MACD', {
    prices: wires('close'),
    fastPeriod: ticked(12, 'Fast'),
    slowPeriod: ticked(26, 'Slow'),
    signalPeriod: ticked(9, 'Signal'),
  }),
  block('bands', 'BBANDS', {
    prices: wires('close'),
    period: ticked(20, 'Bands length'),
    devUp: 2,
    devDn: 2,
  }),
  block('histBefore', 'ArrayIndex', { input: wires('macd:hist'), index: 2 }),
  compared('isRising', 'IsBiggerThan', 'macd:hist', 'histBefore'),
  compared('isLow', 'IsSmallerThan', 'rsi', 40),
  compared('isHigh', 'IsBiggerThan', 'rsi', 60),
  compared('isUnder', 'IsSmallerThan', 'close', 'bands:middle'),
  compared('isOver', 'IsBiggerThan', 'close', 'bands:middle'),
  compared('isBelow', 'IsSmallerThan', 'close', 'bands:lower'),
  compared('isAbove', 'IsBiggerThan', 'close', 'bands:upper'),
  joined('isCheap', 'And', 'isLow', 'isUnder'),
  joined('isDear', 'And', 'isHigh', 'isOver'),
  joined('mayBuy', 'Or', 'isCheap', 'isBelow'),
  joined('maySell', 'Or', 'isDear', 'isAbove'),
  joined('isFalling', 'IsFalse', 'isRising'),
  joined('buy', 'And', 'isRising', 'mayBuy'),
  joined('sell', 'And', 'isFalling', 'maySell'),
  act('DoLong', 'buy'),
  act('DoShort', 'sell'),
];

const LEVELS = [
  CLOSE,
  block('rsi', 'RSI', { prices: wires('close'), period: 14 }),
  compared('low', 'IsSmallerThan', 'rsi', 30),
  compared('high', 'IsBiggerThan', 'rsi', 70),
  act('DoLong', 'low'),
  act('DoShort', 'high'),
];

const CROSSES = [
  ...AVERAGES,
  block('over', 'CrossOver', { value1: wires('fast'), value2: wires('slow') }),
  block('under', 'CrossUnder', { value1: wires('fast'), value2: wires('slow') }),
  act('DoLong', 'over'),
  act('DoShort', 'under'),
];

export type VisualProgram = {
  readonly name: string;
  /** Lua that the document becomes. */
  readonly visual: string;
  readonly byHand: string;
};

function luaOf(blocks: readonly Form[]): string {
  const text = JSON.stringify({ format: 'tidemill-visual', version: 1, blocks });
  const model = present(readVisualText(text, VISUAL_PALETTE).model, 'a document that is read');
  return present(compileVisual(model, VISUAL_PALETTE).lua, 'a document without errors');
}

/** Scripts of which the update alone is measured. */
export const VISUAL_SCRIPTS: readonly VisualProgram[] = [
  {
    name: 'levels',
    visual: luaOf(LEVELS),
    byHand: `local rsi = RSI(ClosePrices(), 14)
if rsi < 30 then DoLong() end
if rsi > 70 then DoShort() end`,
  },
  {
    name: 'sma-cross',
    visual: luaOf(SMA_CROSS),
    byHand: `local fast = SMA(ClosePrices(), Input("Fast", 10))
local slow = SMA(ClosePrices(), Input("Slow", 30))
if fast > slow and fast[2] <= slow[2] then DoLong()
elseif fast < slow and fast[2] >= slow[2] then DoShort() end`,
  },
  {
    name: 'three-indicators',
    visual: luaOf(THREE_INDICATORS),
    byHand: `local close = ClosePrices()
local rsi = RSI(close, Input("RSI length", 14))
local macd = MACD(close, Input("Fast", 12), Input("Slow", 26), Input("Signal", 9))
local bands = BBANDS(close, Input("Bands length", 20), 2, 2)
local isRising = macd.hist > macd.hist[2]
local isCheap = rsi < 40 and close < bands.middle
local isDear = rsi > 60 and close > bands.middle
if isRising and (isCheap or close < bands.lower) then DoLong()
elseif not isRising and (isDear or close > bands.upper) then DoShort() end`,
  },
  {
    name: 'crosses',
    visual: luaOf(CROSSES),
    byHand: `local close = ClosePrices()
local fast = SMA(close, Input("Fast", 10))
local slow = SMA(close, Input("Slow", 30))
if CrossOver(fast, slow) then DoLong() end
if CrossUnder(fast, slow) then DoShort() end`,
  },
];

const TEMPLATES_BY_HAND: Readonly<Record<string, string>> = {
  'RSI, cheap and dear': `local rsi = RSI(ClosePrices(60), 14)
if StopLoss(2) then DoExitPosition() end
if rsi < 30 then DoLong() end
if rsi > 70 then DoShort() end`,
  'Dips of a rising market': `local stop, target = StopLoss(3), TakeProfit(6)
if stop or target then DoExitPosition() end
local close = ClosePrices(60)
local rsi = RSI(close, 14)
if CrossOver(rsi, 40) and close > EMA(close, 200) then DoLong() end
if rsi > 70 then DoExitPosition() end`,
  'Averages in a strong trend': `if TrailingStopLoss(4) then DoExitPosition() end
local close = ClosePrices(60)
local fast, slow = EMA(close, 20), EMA(close, 50)
local wait = WaitAfterTrade(120)
local adx = ADX(HighPrices(60), LowPrices(60), close, 14)
if fast > slow and adx > 25 and wait then DoLong() end
if CrossUnder(fast, slow) then DoExitPosition() end`,
  'Buy the dip': `local stop, target = StopLoss(5), TakeProfit(3)
if stop or target then DoExitPosition() end
local close = ClosePrices(60)
if close < EMA(close, 50) * 0.98 then DoLong() end`,
};

/** Templates of the console, measured as whole backtests. */
export const TEMPLATE_SCRIPTS: readonly VisualProgram[] = VISUAL_TEMPLATES.flatMap((template) => {
  const byHand = TEMPLATES_BY_HAND[template.name];
  if (byHand === undefined) return [];
  const { lua } = compileVisual(modelOfTemplate(template, VISUAL_PALETTE), VISUAL_PALETTE);
  return [{ name: template.name, visual: present(lua, 'a template without errors'), byHand }];
});
