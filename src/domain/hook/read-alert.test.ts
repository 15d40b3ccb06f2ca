import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isTemplate } from '#domain/hook/alert-texts.ts';
import type { ReadingRules } from '#domain/hook/read-alert.ts';
import { readAlert } from '#domain/hook/read-alert.ts';

const RULES: ReadingRules = { template: null, sellsEnterShort: false };

/** 'sell', 'exit_long 3/7', or '400 ' and '422 ' with why not. */
function said(text: string, rules: Partial<ReadingRules> = {}): string {
  const read = readAlert(text, { ...RULES, ...rules });
  if (!read.ok)
    return `${read.rejection.code === 'action_unknown' ? 422 : 400} ${read.rejection.detail}`;
  const { action, part } = read.value;
  return part === null ? action : `${action} ${part.closed}/${part.of}`;
}

const order = (action: string, contracts: string, position: string): string =>
  `MACD Long/Short (12, 26, 9): order ${action} @ ${contracts} filled on BTCUSDT. New strategy position is ${position}`;

suite('texts', () => {
  const cases: readonly (readonly [string, string | RegExp])[] = [
    ['buy', 'buy'],
    ['  Enter_Short\n', 'enter_short'],
    ['\ufeffbuy', 'buy'],
    ['exit_position', 'exit_position'],
    ['sell', 'exit_long'],
    [order('buy', '0.5', '0.5'), 'buy'],
    [order('sell', '0.5', '-0.5'), 'sell'],
    [order('sell', '0.003', '0'), 'exit_position'],
    [order('sell', '0.003', '0.004'), 'exit_long 0.003/0.007'],
    [order('buy', '0.003', '-0.004'), 'exit_short 0.003/0.007'],
    [order('sell', '1', '0').replace('MACD Long/Short (12, 26, 9): ', ''), 'exit_position'],
    ['order sell @ 1 filled on VENUE:BTCUSDT.P', 'exit_long'],
    ['order buy @ 1 filled on BTCUSDT', 'buy'],
    [order('sell', '1', 'NaN'), /^400 .*"NaN"/],
    [`${order('buy', '1', '1')}\n${order('sell', '1', '0')}`, /^400 /],
    [`order buy @ 1 filled on B. ${order('sell', '1', '0')}`, /^400 /],
    ['Long exit triggered', /^400 .*names "long" and "exit"/],
    ['TP1 hit for long, sell half', /^400 /],
    ['Do not buy - close all', /^400 .*names "buy" and "close"/],
    ['SHORT/USDT buy', /^400 /],
    ['https://x/short?.. buy', /^400 /],
    ['buy BTCUSDT', /^400 .*names "buy"/],
    ['buy!', /^400 /],
    ['b\u200buy', /^400 /],
    ['long', /^400 /],
    ['{{strategy.order.action}}', /^400 .*placeholder \{\{strategy\.order\.action\}\}/],
    ['', /^400 /],
    ['constructor', /^400 /],
  ];
  for (const [text, meaning] of cases)
    test(`"${text.slice(0, 60)}" says ${String(meaning)}`, () => {
      if (typeof meaning === 'string') assert.equal(said(text), meaning);
      else assert.match(said(text), meaning);
    });

  test('to sell enters a short where the hook says so', () => {
    assert.equal(said('sell', { sellsEnterShort: true }), 'sell');
    assert.equal(said(order('sell', '1', '0'), { sellsEnterShort: true }), 'exit_position');
  });
});

suite('JSON', () => {
  const cases: readonly (readonly [string, string | RegExp])[] = [
    ['{"action":"sell"}', 'sell'],
    ['\ufeff {"action":" Exit_Long "}', 'exit_long'],
    ['{"comment":"selling pressure ends","action":"buy"}', 'buy'],
    ['{"action":"buy","ticker":"SELLUSDT","side":"long","type":"market","price":1}', 'buy'],
    ['{"action":"buy","plot_0":NaN}', /^400 .*not valid JSON at line 1, column 26: .*"N"/],
    ['{"action":"buy","action":"sell"}', /^400 .*"action" stands in the object twice/],
    ['{"action":"buy",}', /^400 .*column 17/],
    ["{'action':'buy'}", /^400 /],
    ['{"comment":"a\nb","action":"buy"}', /^400 .*line break/],
    ['{"action":"buy"} BTC', /^400 /],
    ['{"action":"buy"}{"action":"sell"}', /^400 /],
    ['[{"action":"buy"},{"action":"sell"}]', /^400 It is a list that names "buy", "sell"/],
    ['[1]', /^400 It is a list;/],
    ['{"action":"close_at_market_price"}', /^422 "close_at_market_price" is no action/],
    ['{"action":"{{strategy.order.action}}"}', /^400 .*placeholder/],
    ['{"action":"buy","ticker":"{{ticker}}"}', /^400 .*placeholder \{\{ticker\}\}/],
    ['{"action":"long"}', /^422 /],
    ['{"action":"flat"}', /^422 /],
    ['{"action":1}', /^400 .*no "action"/],
    ['{"action":["buy"]}', /^400 /],
    ['{"side":"buy"}', /^400 .*no "action"/],
    ['{"action":"buy","side":"sell"}', /^400 .*two things.*"sell" as "side"/],
    ['{"action":"buy","order":{"action":"sell"}}', /^400 .*two things/],
    ['{"action":"buy","signals":["sell"]}', /^400 .*two things/],
    ['{"action":"exit_long","side":"sell"}', 'exit_long'],
    ['{"action":"exit_long","side":"buy"}', /^400 /],
    ['{"action":"sell","reduceOnly":true}', /^400 .*only reduces/],
    ['{"action":"sell","close":"42000.5"}', 'sell'],
    ['{"action":"exit_long","percent":50}', /^400 .*a share/],
    ['{"action":"exit_long","percent":"100%"}', 'exit_long'],
    ['{"action":"sell","quantity":"50%"}', /^400 /],
    ['{"action":"buy","quantity":"50%"}', 'buy'],
  ];
  for (const [text, meaning] of cases)
    test(`${text.slice(0, 60)} says ${String(meaning)}`, () => {
      if (typeof meaning === 'string') assert.equal(said(text), meaning);
      else assert.match(said(text), meaning);
    });
});

suite('the position after the order', () => {
  const cases: readonly (readonly [string, string | RegExp])[] = [
    ['"action":"sell","market_position":"flat"', 'exit_position'],
    ['"action":"buy","market_position":"flat"', 'exit_position'],
    ['"action":"sell","sentiment":"flat"', 'exit_position'],
    ['"action":"sell","position_size":0', 'exit_position'],
    ['"action":"sell","market_position":"short","market_position_size":"2"', 'sell'],
    ['"action":"sell","position_size":"-2"', 'sell'],
    ['"action":"sell","contracts":"1","position_size":"3"', 'exit_long 1/4'],
    [
      '"action":"sell","strategy":{"marketPosition":"long","market_position_size":3,"prev_market_position_size":4}',
      'exit_long 1/4',
    ],
    ['"action":"sell","market_position":"long"', /^400 .*does not say how much/],
    ['"action":"sell","market_position_size":3', /^400 .*not of which side/],
    [
      '"action":"buy","market_position":"short","market_position_size":1,"contracts":1',
      'exit_short 1/2',
    ],
    ['"action":"enter_long","market_position":"flat"', /^400 .*exclude each other/],
    ['"action":"enter_long","market_position":"short"', /^400 .*exclude each other/],
    ['"action":"exit_long","market_position":"flat"', 'exit_position'],
    ['"action":"exit_long","market_position":"short"', /^400 /],
    ['"action":"buy","market_position":"long","position_size":-1', /^400 .*excludes itself/],
    ['"action":"buy","market_position":"flat","position_size":1', /^400 .*excludes itself/],
    ['"action":"buy","market_position":""', /^400 .*neither long/],
    ['"action":"sell","position":"closed"', /^400 .*neither long/],
    ['"action":"sell","market_position":null', 'sell'],
    [
      '"action":"sell","position_size":0.1234567890123456,"contracts":1',
      'exit_long 1/1.1234567890123456',
    ],
  ];
  for (const [members, meaning] of cases)
    test(`${members} says ${String(meaning)}`, () => {
      if (typeof meaning === 'string') assert.equal(said(`{${members}}`), meaning);
      else assert.match(said(`{${members}}`), meaning);
    });
});

suite('texts of a form', () => {
  test('say what stands at its placeholders', () => {
    const template = 'id={{id}} {{action}} {{ticker}} at {{price}}';
    const read = (text: string, form = template) => readAlert(text, { ...RULES, template: form });
    const payload = { id: '7', action: 'BUY', ticker: 'SELLUSDT', price: '62000.5' };
    assert.deepEqual(read('id=7  BUY SELLUSDT at 62000.5'), {
      ok: true,
      value: { action: 'buy', part: null, callId: '7', payload },
    });
    for (const other of ['', 'id=7 SELL BTCUSDT', 'id= SELL BTCUSDT at 5', 'ix=7 SELL B at 5'])
      assert.equal(read(other).ok, false);
    const pair = read('BTC/USDT:buy', '{{base}}/{{quote}}:{{action}}');
    assert(pair.ok);
    assert.deepEqual(pair.value.payload, { base: 'BTC', quote: 'USDT', action: 'buy' });
  });

  for (const [template, text, meaning] of [
    ['{{strategy.order.action}} {{strategy.position_size}}', 'sell 0', 'exit_position'],
    ['{{action}} now', 'sell now', 'exit_long'],
    ['{{action}} now', 'enter_short now', 'enter_short'],
    ['{{action}} now', 'hold now', '422'],
    ['{{action}}/{{x}}', 'buy/sell/x', '400'],
    ['{{id}}-{{action}}', 'a-1-buy', '400'],
    ['{{action}} {{side}}', 'buy sell', '400'],
    ['{{action}} {{action}}', 'buy sell', '400'],
    ['{{action}}', '{"action":"enter_short"}', 'enter_short'],
    ['{{action}} {{ticker}}', 'Do not buy', '400'],
  ] as const)
    test(`"${text}" of the form "${template}" says ${meaning}`, () => {
      assert.equal(said(text, { template }).slice(0, meaning.length), meaning);
    });

  test('have an action once, with something between placeholders', () => {
    for (const good of ['{{ticker}} {{ action }}', '{{strategy.order.action}}'])
      assert.equal(isTemplate(good), true, good);
    for (const bad of [
      '{{ticker}} action',
      '{{action}}{{ticker}}',
      '{{action}} {{strategy.order.action}}',
      '{{action}} {{id}} {{id}}',
      '{"action":"{{action}}"}',
      '[{{action}}]',
    ])
      assert.equal(isTemplate(bad), false, bad);
  });

  test('of many parts are compared in the time of their length', () => {
    const template = `{{action}} ${Array.from({ length: 60 }, (_each, index) => `{{a${index}}}`).join('-')}x`;
    assert.equal(said(`buy ${'-'.repeat(60_000)}`, { template }).slice(0, 3), '400');
  });
});

suite('what a message is called', () => {
  const idOf = (members: string): string | null => {
    const read = readAlert(`{"action":"buy",${members}}`, RULES);
    return read.ok ? read.value.callId : read.rejection.detail;
  };
  for (const [members, id] of [
    ['"id":7', '7'],
    ['"id":8389765998331627938', '8389765998331627938'],
    ['"id":"m1"', 'm1'],
    ['"message_id":"m1"', 'message_id m1'],
    ['"event_id":"m1","alert_id":"a"', 'alert_id a'],
    ['"id":null,"event_id":"m1"', 'event_id m1'],
    ['"id":""', null],
    ['"id":{}', 'Its "id" is neither a text nor a number.'],
    [`"id":"${'x'.repeat(129)}"`, 'Its "id" has more than 128 characters.'],
  ] as const)
    test(`is ${String(id)} by ${members.slice(0, 40)}`, () => {
      assert.equal(idOf(members), id);
    });
});
