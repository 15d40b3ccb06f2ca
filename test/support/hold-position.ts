// Has a started bot hold a position, as if its run had written so: for tests of what is shown.

import assert from 'node:assert/strict';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { BacktestOrder, BacktestPosition } from '#backtesting/backtest.ts';
import { commitStep, fenceFor, recordOf, stepAfter } from '#ports/stores/bot-run.fixture.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { sampleId } from '#ports/stores/store.fixture.ts';
import { toStoredForm } from '#lib/stored-form.ts';

/** A long position of 0.01 at 50,000, of 500 in margin. */
const LONG = {
  direction: 'long',
  isClosed: false,
  openedAtMs: 60_000,
  closedAtMs: null,
  amount: decimal('0.01'),
  averagePrice: decimal('50000'),
  exitPrice: null,
  realizedProfit: decimal('-0.5'),
  fees: decimal('0.5'),
  margin: decimal('500'),
  roiPercent: decimal('-0.1'),
  profitCurrency: 'USDT',
} as const;

const NO_TURNOVER = { marketType: 'spot', currency: 'USDT', volume: ZERO } as const;

/**
 * The bot, as it was started, holds it from its first minute on, and its order is filled. The
 * leases of all shards change hands.
 */
export async function holdPosition(
  runs: BotRunStore,
  bot: Bot,
  held: Pick<BacktestPosition, 'positionId' | 'marketTag'> & Partial<BacktestPosition>,
): Promise<void> {
  const owner = sampleId('owner');
  const fence = await fenceFor({ runs }, bot, owner);
  const record = recordOf(bot);
  assert.equal(await runs.insertRun(fence, record), true);
  const position: BacktestPosition = { ...LONG, ...held };
  const step = stepAfter(record, {
    events: ['{}'],
    positions: toStoredForm([position]),
    filledOrders: [
      {
        positionId: position.positionId,
        orderId: sampleId('ord'),
        filled: toStoredForm(filledOrder(position)),
        turnover: NO_TURNOVER,
      },
    ],
  });
  const committed = await commitStep(runs, fence, step);
  assert.equal(committed.kind, 'committed');
  await runs.releaseLeases(owner, null);
}

function filledOrder(position: BacktestPosition): BacktestOrder {
  const { positionId, marketTag, amount, averagePrice, fees } = position;
  return {
    orderId: 'o1',
    positionId,
    marketTag,
    side: position.direction === 'long' ? 'buy' : 'sell',
    type: 'limit',
    price: averagePrice,
    triggerPrice: null,
    amount,
    filledAmount: amount,
    averagePrice,
    fees,
    state: 'filled',
    openedAtMs: position.openedAtMs,
    endedAtMs: position.openedAtMs,
    note: 'entry',
    message: '',
  };
}
