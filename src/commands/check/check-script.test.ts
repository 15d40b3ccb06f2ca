// Findings of a check in a source, and what it does not hold against it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkScript } from '#commands/check/check-script.ts';

function errorsOf(source: string): string[] {
  return checkScript(source, []).errors.map(({ line, message }) => `${line}: ${message}`);
}

function warningsOf(source: string): string[] {
  return checkScript(source, []).warnings.map(({ line, message }) => `${line}: ${message}`);
}

suite('a script that runs', () => {
  test('is valid, with its inputs in order', () => {
    const checked = checkScript(
      `InputGroupHeader('RSI')
       local length, low = Input('Length', 14), Input('Buy below', 30)
       local rsi = RSI(ClosePrices(), length)
       if rsi < low then DoBuy() elseif rsi > 70 then DoSell() end`,
      [],
    );
    assert.deepEqual(checked.errors, []);
    assert.equal(checked.isValid, true);
    assert.deepEqual(
      checked.inputs.map(({ group, label, defaultValue }) => [group, label, defaultValue]),
      [
        ['RSI', 'Length', 14],
        ['RSI', 'Buy below', 30],
      ],
    );
  });

  test('may read any market and any interval', () => {
    assert.deepEqual(errorsOf(`return ClosePrices(240, false, 'OTHER_ETH_BTC_') > 0`), []);
  });

  test('finds the values of indicators on hours and days', () => {
    const source = `
      local hours = ATR(HighPrices(60), LowPrices(60), ClosePrices(60), 22)
      local days = RSI(ClosePrices(1440), 14)
      return ArrayGet(hours, 1) + ArrayGet(days, 1)`;
    assert.deepEqual(errorsOf(source), []);
  });

  test('may have nothing in it', () => {
    assert.equal(checkScript('', []).isValid, true);
  });

  test('is run to its end, with what it retains for then', () => {
    assert.deepEqual(errorsOf(`Finalize(function() error('at the end') end)`), ['1: at the end']);
  });
});

suite('mistakes', () => {
  test('in the text are all found, with their lines', () => {
    assert.deepEqual(errorsOf('x = = 1\ny = = 2').length, 2);
    assert.deepEqual(errorsOf('Quux()\nXyzzy()\nlocal a = Quux'), [
      "1: unknown reference 'Quux'",
      "2: unknown reference 'Xyzzy'",
    ]);
  });

  test('of the run are reported with their line', () => {
    assert.deepEqual(errorsOf('local x\n\nreturn x.y'), [
      "3: attempt to index local 'x' (a nil value)",
    ]);
    assert.deepEqual(errorsOf('\nreturn Round(5)'), [
      "2: bad argument #2 to 'Round' (number expected, got nil)",
    ]);
  });

  test('of an endless loop or of endless memory end the check', () => {
    assert.match(errorsOf('while true do end').join(), /1: instruction budget exceeded/);
    assert.match(errorsOf(`local t = {} while true do t[#t + 1] = {} end`).join(), /1: /);
  });
});

suite('custom commands', () => {
  const command = (name: string, rest = ''): string => `DefineCommand('${name}', '')\n${rest}`;
  const library = (name: string, rest = ''): { name: string; source: string } => ({
    name: `script ${name}`,
    source: command(name, rest),
  });
  const mistakesOf = (source: string, ...libraries: { name: string; source: string }[]): string[] =>
    checkScript(source, libraries).errors.map(({ line, message }) => `${line}: ${message}`);

  test('that are missing are reported with what would define them', () => {
    assert.deepEqual(mistakesOf('local a = 1\nreturn CC_Trend(a)'), [
      "2: unknown reference 'CC_Trend': no other script here defines it with DefineCommand('Trend', …)",
    ]);
  });

  test('do not call themselves', () => {
    assert.deepEqual(mistakesOf(command('Self', 'return CC_Self()')), [
      "2: 'CC_Self' calls itself",
    ]);
    assert.deepEqual(mistakesOf('return CC_Self()', library('Self', 'return CC_Self()')), [
      "1: 'CC_Self' calls itself",
    ]);
  });

  test('do not call one another in a circle', () => {
    const [b, c] = [library('B', 'return CC_C()'), library('C', 'return CC_A()')];
    const circle = 'custom commands call one another in a circle: ';
    assert.deepEqual(mistakesOf(command('A', 'return CC_B()'), b, c), [
      `2: ${circle}CC_B calls CC_C calls CC_A calls CC_B`,
    ]);
    assert.deepEqual(mistakesOf('return CC_B()', b, c, library('A', 'return CC_B()')), [
      `1: ${circle}CC_B calls CC_C calls CC_A calls CC_B`,
    ]);
  });

  test('may share what they call, and be called by many', () => {
    const low = library('Low', 'DefineOutput(NumberType, 1)');
    const [a, b] = [library('A', 'return CC_Low()'), library('B', 'return CC_Low()')];
    assert.deepEqual(mistakesOf('return CC_A() + CC_B() + CC_Low()', low, a, b), []);
  });

  test('have names of their own', () => {
    assert.deepEqual(mistakesOf(command('A'), library('A', 'return 1')), [
      "null: script 'script A' defines the command 'CC_A' already",
    ]);
    const twins = [
      { name: 'one', source: command('A') },
      { name: 'two', source: command('A') },
    ];
    assert.deepEqual(mistakesOf('\nreturn CC_A()', ...twins), [
      "2: both 'one' and 'two' define the command 'CC_A'",
    ]);
    assert.deepEqual(mistakesOf('return 1', ...twins), []);
  });
});

suite('what is only warned of', () => {
  const whileNothing = 'while there is no order or position to list: ';
  const listed: [string, string][] = [
    [`Log(GetAllFilledOrders()[1].price)`, `1: ${whileNothing}attempt to index`],
    [`Log(GetAllOpenOrders()[1].executedAmount + 1)`, `1: ${whileNothing}attempt to index`],
    [`local p = GetAllOpenPositions()[1]\nLog(p.roi * 2)`, `2: ${whileNothing}attempt to index`],
    [`Log(ArrayGet(GetAllOpenOrders(), 1).orderId)`, `1: ${whileNothing}attempt to index`],
  ];
  for (const [source, warning] of listed) {
    test(`is ${JSON.stringify(source)}, which fails only before the first order`, () => {
      const { isValid, errors } = checkScript(source, []);
      assert.deepEqual([isValid, errors], [true, []]);
      const [first = ''] = warningsOf(source);
      assert.equal(first.slice(0, warning.length), warning);
    });
  }

  const mistaken: [string, string][] = [
    [`Log(GetAllOpenOrders()[1].price)\nlocal x\nreturn x.y`, "3: attempt to index local 'x'"],
    [`Log(GetAllOpenOrders()[1].nothing.more)`, '1: attempt to index'],
    [`Log(GetAllOpenOrders()[2].price)`, '1: attempt to index'],
    [`local t if GetPositionAmount() == 0 then t.x = 1 end`, "1: attempt to index local 't'"],
    [`local t if not IsAnyOrderOpen() then t.x = 1 end`, "1: attempt to index local 't'"],
  ];
  for (const [source, error] of mistaken) {
    test(`but not ${JSON.stringify(source)}`, () => {
      const [first = ''] = errorsOf(source);
      assert.equal(first.slice(0, error.length), error);
    });
  }

  test('is an input that the check did not come to', () => {
    assert.deepEqual(warningsOf(`if GetPositionAmount() > 0 then\n  Input('Hidden', 1)\nend`), [
      "2: input 'Hidden' stands in a part that the check did not run: it cannot be set",
    ]);
  });

  test('is trading in both ways', () => {
    assert.deepEqual(warningsOf('if false then DoBuy() PlaceBuyOrder(1, 1) end'), [
      'null: both managed and unmanaged trading commands are used',
    ]);
  });

  test('is what the script warns of', () => {
    assert.deepEqual(warningsOf(`LogWarning('careful')`).slice(0, 1), ['null: careful']);
  });
});

test('flags say what a script uses', () => {
  const { flags } = checkScript(`HideOrderSettings() local s = GetWebHookSignal('a') DoLong()`, []);
  assert.deepEqual(flags, {
    usesManagedTrading: true,
    usesUnmanagedTrading: false,
    usesTechnicalAnalysis: false,
    usesRemoteSignals: false,
    usesWebHooks: true,
    hidesOrderSettings: true,
    hidesTradeAmount: false,
  });
});

test('a Pine script is read as one: its mistakes have their line and column', () => {
  const { isValid, errors } = checkScript('//@version=6\nindicator("x")\na = = 1\n', []);
  assert.equal(isValid, false);
  assert.deepEqual(errors[0], {
    message: "a value expected, found '='; to compare, write '=='",
    line: 3,
    column: 5,
  });
});
