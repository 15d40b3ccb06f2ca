// Messages that the console proposes for alerts are read by hooks as what they are called.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAlert } from '#domain/hook/read-alert.ts';
import type { AlertKind } from '../../console/src/pages/strategy-bots/alert-messages.ts';
import { ALERT_KINDS, alertMessage } from '../../console/src/pages/strategy-bots/alert-messages.ts';

const RULES = { template: null, sellsEnterShort: false };

type Fill = { readonly action: string; readonly before: string; readonly after: string };

const sideOf = (size: string): string =>
  size === '0' ? 'flat' : size.startsWith('-') ? 'short' : 'long';

/** As TradingView replaces them. */
function fired(kind: AlertKind, { action, before, after }: Fill): string {
  const values: Readonly<Record<string, string>> = {
    timenow: '2026-11-28T12:00:00Z',
    'strategy.order.action': action,
    'strategy.market_position': sideOf(after),
    'strategy.market_position_size': after.replace('-', ''),
    'strategy.prev_market_position': sideOf(before),
    'strategy.prev_market_position_size': before.replace('-', ''),
  };
  return alertMessage(kind).replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    const value = values[name];
    assert.ok(value !== undefined, `TradingView knows ${name}`);
    return value;
  });
}

function read(kind: AlertKind, fill: Fill) {
  const alert = readAlert(fired(kind, fill), RULES);
  assert.ok(alert.ok, alert.ok ? '' : alert.rejection.detail);
  const { action, part, callId } = alert.value;
  return { action, part, callId };
}

const IDLE = { action: 'buy', before: '0', after: '0.01' };

const ORDERS = [
  [{ action: 'buy', before: '0', after: '0.01' }, ['enter_long', 'buy'], null],
  [{ action: 'sell', before: '0.01', after: '0' }, ['exit_position'], null],
  [{ action: 'sell', before: '0', after: '-0.01' }, ['enter_short', 'sell'], null],
  [{ action: 'buy', before: '-0.01', after: '0' }, ['exit_position'], null],
  [{ action: 'sell', before: '0.007', after: '0.004' }, ['exit_long'], ['0.003', '0.007']],
] as const;

test('the message for a strategy enters, leaves and closes a part, each order once', () => {
  const ids = new Set<string | null>();
  for (const [fill, actions, part] of ORDERS) {
    const alert = read('strategy', fill);
    assert.ok(
      (actions as readonly string[]).includes(alert.action),
      `${fill.action}: ${alert.action}`,
    );
    assert.deepEqual(alert.part === null ? null : [alert.part.closed, alert.part.of], part);
    ids.add(alert.callId);
  }
  assert.ok(!ids.has(null));
  assert.ok(ids.size >= 3, 'orders of one second have ids of their own');
});

test('the other messages say the action that they are called by', () => {
  const kinds = ALERT_KINDS.map(([kind]) => kind).filter((kind) => kind !== 'strategy');
  assert.ok(kinds.length > 0);
  for (const kind of kinds) {
    const { action, callId } = read(kind, IDLE);
    assert.equal(action, kind);
    assert.notEqual(callId, null);
  }
});
