// Table of capabilities beside the driver and the contract suite: what a row claims is what the
// driver acts on, and is exercised.

import { existsSync } from 'node:fs';
import { suite, test } from 'node:test';
import assert from 'node:assert/strict';

import type { MarketType } from '#venue-port/market/market.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { exercisesStop } from '#ports/exchange/exchange-order-types.contract.ts';
import { exercisesAttachedStop } from '#ports/exchange/exchange-attached-stops.contract.ts';
import { capabilitiesOf } from '#venues/capabilities-of.ts';
import { loadDialect, VENUE_CODES } from '#venues/dialects/load-dialect.ts';

const STOPS: readonly OrderType[] = [
  'stop_limit',
  'stop_market',
  'take_profit_limit',
  'take_profit_market',
];

/** Of the files of tests, where it is not the code. */
const FILE_NAMES: Readonly<Record<string, string>> = {
  binance: 'binance-spot',
  binanceusdm: 'binance-usdm',
};

const DIALECTS = await Promise.all(VENUE_CODES.map(loadDialect));

for (const dialect of DIALECTS)
  suite(`the row of ${dialect.code}`, () => {
    const rows = capabilitiesOf(dialect);
    const { orderSupport, companyOf = dialect.code } = dialect;

    test('it has a row for each type of its markets, and a contract', () => {
      assert.deepEqual(
        rows.map(({ marketType }) => marketType),
        dialect.marketTypes,
      );
      const name = FILE_NAMES[companyOf] ?? companyOf;
      assert(existsSync(new URL(`contract/${name}.test.ts`, import.meta.url)));
    });

    for (const row of rows)
      test(`what it claims of ${row.marketType} is exercised, and what it leaves out has a reason`, () => {
        const { marketType, stops } = row;
        for (const type of STOPS) {
          const isClaimed = stops.includes(type);
          assert.equal(exercisesStop(orderSupport, type, marketType), isClaimed, type);
          assert(isClaimed || row.stopsLeftOut !== null, `${type} is left out without a reason`);
        }
        assert.equal(
          row.stopsLeftOut === null,
          STOPS.every((type) => stops.includes(type)),
        );
        assert.equal(exercisesAttachedStop(orderSupport, marketType), row.attachedStops);
        assert(!row.attachedStops || stops.includes('stop_market'));
        assert.equal(row.positionModes.length > 0, marketType === ('futures' satisfies MarketType));
        const { marketStream, bestPriceStream } = dialect;
        assert.equal(row.streams.includes('minutes'), marketStream !== undefined);
        assert.equal(row.streams.includes('best_prices'), bestPriceStream !== undefined);
      });
  });
