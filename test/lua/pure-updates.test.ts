// The share of the example scripts whose updates may do no more than read and compare, so that a
// compiled script goes through them without a call. One that loses this is many times as slow.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { prepareScript } from '#backtesting/prepare-script.ts';
import { loadScript } from '#lua/load-script.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples', 'scripts');
/** Of all: what a change may not lower unseen. */
const PURE_MIN = 3;

const files = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith('.lua'))
  .map((name) => ({ name, source: readFileSync(join(EXAMPLES, name), 'utf8') }));
const libraries = files.filter(({ name }) => name.endsWith('-command.lua'));

function isPure(name: string, source: string): boolean {
  const prepared = prepareScript({ name, source }, libraries);
  assert(prepared.ok, name);
  return prepared.value.script.code.includes('pure: do {');
}

test('examples whose updates may be pure', (context) => {
  const scripts = files.filter((file) => !libraries.includes(file));
  const pure = scripts.filter(({ name, source }) => isPure(name, source));
  const names = pure.map(({ name }) => name).join(', ');
  context.diagnostic(`${pure.length} of ${scripts.length} examples: ${names}`);
  assert(pure.length >= PURE_MIN, `${pure.length} of ${scripts.length}`);
});

test('forms of a rule whose updates are pure', () => {
  const series = 'local c = ClosePrices()\nlocal fast, slow = SMA(c, 5), SMA(c, 20)\n';
  const forms = [
    'if fast > slow and fast[2] <= slow[2] then DoLong() else DoExitPosition() end',
    'if CrossOver(fast, slow) then DoBuy() elseif CrossUnder(c, 100) then DoSell() end',
    'if StopLoss(2) or TakeProfit(3) or TrailingStopLoss(1) then DoExitPosition() end',
    'if GetPositionDirection() == PositionLong and fast < slow then DoFlipPosition() end',
    'if GetPositionAmount() > 0 and IsPositionClosed() then return end',
    'HideOrderSettings() EnableHighSpeedUpdates(false) if fast > slow then DoSell() end',
    "Plot(0, 'fast', fast)\nif fast > slow then DoShort('down') end",
  ];
  for (const form of forms) assert(isPure('form', series + form), form);
  assert(!isPure('other', `${series}count = (count or 0) + 1`));
});

test('a condition of the position beside one that no pure update can have', () => {
  const series = 'local c = ClosePrices()\nlocal fast, slow = SMA(c, 5), SMA(c, 20)\n';
  const forms = [
    "if StopLoss(2) and Load('x') == nil then DoExitPosition() end",
    "if Load('x') == nil or CrossOver(fast, slow) then DoLong() end",
    'if fast > slow then DoLong() elseif TakeProfit(1) and #tostring(c) > 3 then DoSell() end',
  ];
  for (const form of forms) {
    const source = `${series}if fast < slow then return end\n${form}`;
    const prepared = prepareScript({ name: 'form', source }, []);
    assert(prepared.ok && prepared.value.script.code.includes('pure: do {'), form);
    assert.doesNotThrow(() => loadScript(prepared.value.script), form);
  }
});
