// Exposure of a signal bot on futures after a signal, beginning from each state: the strategy
// itself over minutes that stand still.

import assert from 'node:assert/strict';
import { formatDecimal } from '#lib/decimal.ts';
import { canonicalJson } from '#lib/json.ts';
import { futuresMarket } from '#venue-port/market/market.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import { makeStrategy } from '#strategies/make-strategy.ts';
import { readConfig } from '#strategies/read-config.ts';
import { runStrategyBacktest } from '#strategies/run-strategy-backtest.fixture.ts';
import type { State } from './judge.ts';

export type SentSignal = Extract<BotInput, { readonly kind: 'signal' }>;

const FUTURES = futuresMarket('vanilla', '1', { amountStep: '0.0001' });
const STILL = Array(12).fill([20_000, 20_000, 20_000, 20_000, 10 ** 9].map(ticks)) as Bar[];
const ENTRY_AMOUNT = 0.01;
const FIRST = {
  flat: null,
  long: 'enter_long',
  short: 'enter_short',
  forming: 'enter_long',
} as const;

function ticks(value: number, index: number): number {
  return index < 4 ? value * 100 : value;
}

const known = new Map<string, number>();

/** In entries of the bot, what rests among them. `signal` null: none came. */
export function exposureOf(signal: SentSignal | null, state: State): number {
  const { action = '', part = null } = signal ?? {};
  const key = JSON.stringify([action, part, state]);
  const exposure = known.get(key) ?? runFrom(state, signal);
  known.set(key, exposure);
  return exposure;
}

function runFrom(state: State, signal: SentSignal | null): number {
  const resting = { order_type: 'limit', limit_offset_percent: 1 };
  const record = {
    market_tag: 'm1',
    signal_token: 'abc',
    order_size: '0.01',
    order_size_asset: 'base',
    ...(state === 'forming' ? resting : {}),
  };
  const read = readConfig('webhook', record, FUTURES);
  assert(read.ok);
  const strategy = makeStrategy(read.value, FUTURES);
  const window = planInput(STILL, { market: FUTURES });
  const ran = runStrategyBacktest(
    window,
    { name: 'webhook', configText: canonicalJson(record) },
    (api) => {
      const running = strategy(api);
      let count = 0;
      const tell = (action: string, part: SentSignal['part']): void =>
        running.signal({ token: 'abc', action, receivedAtMs: 0, ageMs: 0, part: part ?? null });
      const update = (): void => {
        running.update();
        count += 1;
        const first = FIRST[state];
        if (count === 2 && first !== null) tell(first, undefined);
        if (count === 5 && signal !== null) tell(signal.action, signal.part);
      };
      return { ...running, update };
    },
    () => true,
  );
  assert(ran.ok);
  const amounts = ran.value.orders.map((order) => {
    const counted = order.state === 'open' ? order.amount : order.filledAmount;
    return (order.side === 'buy' ? 1 : -1) * Number(formatDecimal(counted));
  });
  const amount = amounts.reduce((sum, each) => sum + each, 0);
  return Math.round((amount / ENTRY_AMOUNT) * 100) / 100;
}
