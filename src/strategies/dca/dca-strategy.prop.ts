// Invariants of a bot that averages, whatever the price does: its first orders are those of its
// preview, no more averaging orders rest than may, and what it earned is what the wallet gained.

import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decimal } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import type { DcaConfig } from '#strategies/dca/dca-config.ts';
import { dcaProblems } from '#strategies/dca/dca-config.ts';
import { dcaOf, dcaReport, PUBLISHED_DEAL } from '#strategies/dca/dca-run.fixture.ts';
import { marketAt } from '#strategies/grid/grid.fixture.ts';
import { previewDca } from '#strategies/dca/preview-dca.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { applyEdit } from '#strategies/read-config.ts';

const FEES = { makerFeePercent: decimal('0.1'), takerFeePercent: decimal('0.1') };
const SPOT = spotMarket({ amountStep: '0.0001', minOrderValue: '10' }, FEES);
const VANILLA = { ...futuresMarket('vanilla', '1', { amountStep: '0.0001' }), ...FEES };
const START = 309_540;

const anyChanges: fc.Arbitrary<ConfigRecord> = fc.record({
  base_order_size: fc.constantFrom('15', '40'),
  averaging_order_size: fc.constantFrom('15', '33.5'),
  max_averaging_orders: fc.integer({ min: 0, max: 8 }),
  active_averaging_orders: fc.integer({ min: 1, max: 4 }),
  price_deviation_percent: fc.constantFrom('0.3', '1', '2'),
  step_scale: fc.constantFrom('1', '1.5', '0.7'),
  volume_scale: fc.constantFrom('1', '1.7', '0.9'),
  take_profit_percent: fc.constantFrom('0.5', '2'),
  take_profit_base: fc.constantFrom('average', 'base_order'),
  trailing_take_profit_percent: fc.constantFrom(null, '0.4'),
  stop_loss_percent: fc.constantFrom(null, '1', '6'),
  start_order_type: fc.constantFrom('market', 'limit'),
  cooldown_seconds: fc.constantFrom(0, 120),
  reinvest_percent: fc.constantFrom('0', '100'),
  direction: fc.constantFrom('long', 'short'),
});

/** By the update after which they come. */
const anyEdits = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 40 }),
    fc.oneof(
      fc.record({ take_profit_percent: fc.constantFrom('0.3', '1', '4') }),
      fc.record({ stop_loss_percent: fc.constantFrom(null, '0.8', '9') }),
      fc.record({ trailing_take_profit_percent: fc.constantFrom(null, '0.2') }),
      fc.record({ base_order_size: fc.constantFrom('20', '80') }),
      fc.record({ max_averaging_orders: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ active_averaging_orders: fc.integer({ min: 1, max: 4 }) }),
    ),
  ),
  { maxLength: 5 },
);

/** Minutes that open where the one before closed. */
const anyBars = fc
  .array(
    fc.record({
      move: fc.integer({ min: -9_000, max: 9_000 }),
      volume: fc.constantFrom(0, 20, 200, 10 ** 9),
      isMissing: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 5, maxLength: 30 },
  )
  .map((steps): Bar[] => {
    let price = START;
    return steps.map(({ move, volume, isMissing }): Bar => {
      if (isMissing) return null;
      const open = price;
      price = Math.max(200_000, price + move);
      return [open, Math.max(open, price), Math.min(open, price), price, volume];
    });
  });

const FIRST: Bar = [START, START, START, START, 10 ** 9];
const WALLET = { wallet: [['USDT', '10000'] as const, ['BTC', '5'] as const] };

function configOf(changes: ConfigRecord, market: Market): DcaConfig | null {
  const type = market.contract === null ? 'spot' : 'futures';
  const config = dcaOf(changes, `${type}_dollar_cost_averaging`);
  return dcaProblems(config, market).length === 0 ? config : null;
}

for (const market of [SPOT, VANILLA]) {
  const kind = market.contract === null ? 'spot' : 'futures';

  test(`${kind}: the first orders are those of the preview, order by order`, () => {
    fc.assert(
      fc.property(anyChanges, (changes) => {
        const config = configOf(changes, market);
        if (config === null) return;
        const wallet = { quote: '10000', base: '5' };
        const preview = previewDca(config, marketAt('3095.4', wallet, market));
        if (preview.problems.length > 0) return;
        const report = dcaReport(config, market, [FIRST, FIRST, FIRST, FIRST], WALLET);
        const entries = report.orders.filter(({ note }) => note !== 'take profit');
        assert.deepEqual(
          entries.map(({ price, amount, type }, index) =>
            index === 0 && type === 'market' ? [amount] : [price, amount],
          ),
          preview.steps
            .slice(0, config.activeCount + 1)
            .map(({ price, amount }, index) =>
              index === 0 && config.startsAtMarket ? [amount] : [price, amount],
            ),
        );
        const [target] = report.orders.filter(({ note }) => note === 'take profit');
        const promised = preview.steps[0]?.takeProfitPrice;
        assert.equal(target?.price, config.trailingProfitPercent === null ? promised : undefined);
      }),
    );
  });

  test(`${kind}: whatever is edited, few rest, exits close what is held, the books are the wallet`, () => {
    fc.assert(
      fc.property(anyBars, anyChanges, anyEdits, (bars, changes, edits) => {
        const config = configOf(changes, market);
        if (config === null) return;
        let record: ConfigRecord = { ...PUBLISHED_DEAL, ...changes };
        let count = 0;
        const setup = { ...WALLET, settings: { rules: 'realistic' } } as const;
        const report = dcaReport(
          config,
          market,
          [FIRST, ...bars],
          setup,
          ({ orders, positions }, running) => {
            const open = orders.open(null);
            const averaging = open.filter(({ note }) => note.startsWith('averaging'));
            assert.ok(averaging.length <= 4, 'few rest');
            const held = positions.find(null);
            assert.ok(held === null || held.direction === config.direction, 'never the other way');
            const exits = open.filter(({ note }) => note === 'take profit' || note === 'closing');
            assert.ok(exits.length <= 1, 'one exit');
            count += 1;
            for (const [, edit] of edits.filter(([at]) => at === count)) {
              const next = applyEdit(config.type, record, edit, market, true);
              if (!next.ok) continue;
              ({ record } = next.value);
              running.edit(record);
            }
          },
        );
        const ended = report.logs.flatMap(
          ({ message }) => /^deal \d+ earned (\S+) USDT/.exec(message)?.[1] ?? [],
        );
        const earned = ended.reduce((sum, text) => sum + decimal(text), 0n);
        const opened = report.orders.filter(({ note, filledAmount }) => {
          return note === 'opening' && filledAmount > 0n;
        });
        const isFlat = opened.length === ended.length;
        const wallet = report.wallet.find(({ currency }) => currency === 'USDT')?.amount ?? 0n;
        const left = market.contract === null ? leftOf(report.wallet) : 0n;
        if (isFlat && left === 0n) assert.equal(wallet - decimal('10000'), earned);
      }),
    );
  });
}

/** Base beyond what the wallet began with. */
function leftOf(wallet: readonly { readonly currency: string; readonly amount: bigint }[]): bigint {
  return (wallet.find(({ currency }) => currency === 'BTC')?.amount ?? 0n) - decimal('5');
}
