import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signalNamesIn } from '#services/hooks/heard-signals.ts';

for (const [source, names] of [
  ["Log('a')", []],
  ["local s = GetRemoteSignal('trend') if s == SignalLong then DoLong() end", ['trend']],
  ['GetWebHookSignal("b") GetRemoteSignal("a") GetRemoteSignal [[b]]', ['a', 'b']],
  ["for i = 1, 2 do GetRemoteSignal('a' .. i) end", null],
  ["GetRemoteSignal('a') GetRemoteSignal(Input('Signal', 'trend'))", null],
  ["local read = GetRemoteSignal read('a')", null],
  ["Log('GetRemoteSignal')", []],
  ["Log(GetRemoteSignal('x', GetRemoteSignal('y')))", ['x', 'y']],
] as const)
  test(`the script ${source} listens to ${JSON.stringify(names)}`, () => {
    assert.deepEqual(signalNamesIn(source), names);
  });
