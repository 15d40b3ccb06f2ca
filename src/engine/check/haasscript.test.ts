// One small script of our own for each reason for which published HaasScript programs did not run.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkScript } from '#engine/check/check-script.ts';

const RUNS: readonly (readonly [reason: string, source: string])[] = [
  [
    'a series is saved, alone and in a table',
    `local c = ClosePrices() Save('last', c) Save('state', {entry = c, depth = {c}})
     if Load('last') > 0 and Load('state').entry > 0 then DoBuy() end`,
  ],
  [
    'an average is named by text',
    `local kind = InputMaTypes('Kind', 'ema')
     if MA(ClosePrices(), 20, 'SMA') > MA(ClosePrices(), 50, kind) then DoBuy() end`,
  ],
  [
    'the kind of an average is left out',
    `if ClosePrices() > MA(ClosePrices(), 12) then DoBuy() end`,
  ],
  [
    'functions are written as lambdas',
    `local clamp = |v, least, most| Min(Max(v, least), most)
     local pick = {long = || SignalLong, none = || SignalNone}
     DoSignal(clamp(5, 1, 3) == 3 and pick.long() or pick.none())`,
  ],
  [
    'constants stand without a call, and are called',
    `local best, least = NumberMin, NumberMax
     best, least = Max(best, 3 + PI), Min(least, Satoshi + Epsilon)
     Log(best + least + PI() + NumberMax())`,
  ],
  [
    'numbers stand where series do',
    `local r = Round(ClosePrices()[1], 2)
     Log(ArrayGet(Round(2.345, 2), 1) + ArrayLast(5) + Round(2.6, 0).Value + Count(7) + r)`,
  ],
  [
    'the account is given for its market',
    `Log(UsedMargin(AccountGuid(), CurrentPrice().close, 1, Leverage()) + PriceStep(AccountGuid()))`,
  ],
  ['orders are read without a look at the count', `Log(GetAllFilledOrders()[1].price)`],
  ['a pasted text has spaces of no width on its blank lines', `local a = 1\n\u200B\nLog(a)\u200B`],
  ['lines end as on Windows', `local a = 1\r\nif a > 0 then\r\n  Log('a\\\r\nb')\r\nend\r\n`],
];

suite('a published idiom passes the check:', () => {
  for (const [reason, source] of RUNS) {
    test(reason, () => assert.deepEqual(checkScript(source, []).errors, []));
  }

  test('a custom command reports at the end of the run', () => {
    const source = `DefineCommand('Report', '')
      Save('updates', Load('updates', 0) + 1)
      Finalize(function() CustomReport('updates', Load('updates', 0)) end)`;
    assert.deepEqual(checkScript('CC_Report()', [{ name: 'report', source }]).errors, []);
  });
});
