// Alerts of Pine scripts in the log of a backtest: how often they are sent, what their placeholders
// become, and those of orders that have filled.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { CLOSES, inputOf } from '#pine/brain/logged-values.fixture.ts';

/** What is reported, and in which minute after the first. */
function reported(body: string, declaration?: string, intervalMinutes = 1): readonly string[] {
  const input = inputOf(body);
  // By the rules of TradingView fills come with their bar.
  const rules = intervalMinutes === 1 ? 'tradingview' : 'realistic';
  const settings = { ...input.settings, rules } as const;
  const source =
    declaration === undefined ? input.script.source : `//@version=6\n${declaration}\n${body}\n`;
  const script = { ...input.script, source };
  const done = runBacktest({ ...input, script, settings, intervalMinutes }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value.logs
    .filter(({ severity, message }) => severity === 'info' && !message.startsWith('order '))
    .map(({ message, atMs }) => `${(atMs - input.startMs) / 60_000} ${message}`);
}

const LAST = CLOSES.length;

suite('Alerts', () => {
  const onLast = (body: string): readonly string[] => reported(`if barstate.islast\n    ${body}`);

  test('are sent once in a bar from each place, unless all are wanted', () => {
    const loop = (frequency: string): string =>
      `for i = 1 to 3\n        alert("n " + str.tostring(i)${frequency})`;
    const once = [`${LAST} n 1`];
    assert.deepEqual(onLast(loop('')), once);
    assert.deepEqual(onLast(loop(', alert.freq_once_per_bar')), once);
    assert.deepEqual(onLast(loop(', alert.freq_once_per_bar_close')), once);
    const all = [1, 2, 3].map((n) => `${LAST} n ${n}`);
    assert.deepEqual(onLast(loop(', alert.freq_all')), all);
    assert.deepEqual(onLast('alert("a")\n    alert("b")'), [`${LAST} a`, `${LAST} b`]);
    assert.equal(reported('alert("each bar")').length, LAST);
  });

  test('say what they are given, also where it looks like a placeholder', () => {
    assert.deepEqual(onLast('alert("{{close}}")'), [`${LAST} {{close}}`]);
  });

  test('of conditions have values of the bar, also of plots behind them', () => {
    const message =
      '{{ticker}} {{interval}} {{close}} {{volume}} {{time}} {{plot_0}} {{plot(\\"Twice\\")}} {{other}}';
    const body = `alertcondition(bar_index == 2, "title", "${message}")\nplot(close, "One")\nplot(close * 2, "Twice")`;
    const [line = '', ...more] = reported(body, 'indicator("x")');
    assert.deepEqual(more, []);
    const [, minute, rest] = /^(\d+) \S+ 1 (.*)$/.exec(line) ?? [];
    assert.equal(minute, '3');
    assert.match(rest ?? '', /^101 \S+ \d{4}-\d\d-\d\dT\d\d:02:00Z 101 202 \{\{other\}\}$/);
    assert.deepEqual(reported('alertcondition(bar_index == 2, "title")', 'indicator("x")'), [
      '3 title',
    ]);
  });

  test('of conditions are not sent by a strategy', () => {
    assert.deepEqual(reported('alertcondition(true, "title", "text")'), []);
  });
});

suite('Alerts of orders', () => {
  const ORDER =
    '{{strategy.order.action}} {{strategy.order.contracts}} {{strategy.order.id}} ' +
    'at {{strategy.order.price}}: ' +
    '{{strategy.prev_market_position}} {{strategy.prev_market_position_size}} ' +
    'to {{strategy.market_position}} {{strategy.position_size}}';

  test('are reported when they fill, a reversal as one', () => {
    const body =
      `if bar_index == 1\n    strategy.entry("L", strategy.long, 0.2, alert_message = "${ORDER}")\n` +
      `if bar_index == 3\n    strategy.entry("S", strategy.short, 0.3, alert_message = "${ORDER}")`;
    assert.deepEqual(reported(body), [
      '3 buy 0.2 L at 103: flat 0 to long 0.2',
      '5 sell 0.5 S at 106: long 0.2 to short -0.3',
    ]);
  });

  test('are silent where they are disabled or say nothing', () => {
    const entry = (rest: string): string =>
      `if bar_index == 1\n    strategy.entry("L", strategy.long, 0.2${rest})`;
    assert.deepEqual(reported(entry(', alert_message = "a", disable_alert = true')), []);
    assert.deepEqual(reported(entry('')), []);
    assert.deepEqual(reported(entry(', alert_message = "a"')), ['3 a']);
  });

  test('of an exit have the message of what filled', () => {
    const exit = (levels: string): readonly string[] =>
      reported(
        'if bar_index == 1\n    strategy.entry("L", strategy.long, 0.2)\n' +
          `    strategy.exit("X", "L", ${levels}, comment_loss = "lost", alert_message = "any {{strategy.order.id}}", alert_loss = "stop {{strategy.order.comment}}")`,
      );
    assert.deepEqual(exit('stop = 97, limit = 200'), ['9 stop lost']);
    assert.deepEqual(exit('stop = 50, limit = 108'), ['6 any X']);
  });

  test('of closes are reported, and those of cancelled orders are not', () => {
    const closed = 'closed {{strategy.order.contracts}} to {{strategy.market_position}}';
    const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 0.2)
    strategy.entry("never", strategy.long, 0.1, limit = 1, alert_message = "never")
if bar_index == 3
    strategy.close("L", alert_message = "${closed}")
    strategy.cancel("never")`;
    assert.deepEqual(reported(body), ['5 closed 0.2 to flat']);
  });

  test('come in the minute of the fill, before its bar has closed', () => {
    const body =
      'if bar_index == 0\n    strategy.entry("L", strategy.long, 0.2, alert_message = "in {{close}}")';
    const lines = reported(body, undefined, 5);
    assert.deepEqual(lines, ['6 in 104']);
  });

  test('of a limit of risk are reported when it closes what is open', () => {
    const body =
      'strategy.risk.max_intraday_loss(1, strategy.cash, "lost too much")\n' +
      'if bar_index == 6\n    strategy.entry("L", strategy.long, 0.2)';
    assert.deepEqual(reported(body), ['10 lost too much']);
  });
});
