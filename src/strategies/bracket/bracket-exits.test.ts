// Lots of a bracket that have an exit, by the orders that rest. A lot is 0.001.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, ONE } from '#lib/decimal.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';
import type { BracketConfig } from '#strategies/bracket/bracket-config.ts';
import { protect } from '#strategies/bracket/bracket-exits.ts';
import { newBracketState } from '#strategies/bracket/bracket-state.ts';

const NOW_MS = 1_800_000_000_000;
const HELD = 100;

type Resting = {
  readonly type: BotOrder['type'];
  readonly leg?: string;
  readonly lots: number;
  readonly filled?: number;
  readonly isEntry?: true;
};

const stop = (leg: string, lots: number, filled = 0): Resting => {
  return { type: 'stop_market', leg, lots, filled };
};
const target = (leg: string, lots: number, filled = 0): Resting => {
  return { type: 'limit', leg, lots, filled };
};

function configOf(stopPrice: string | null): BracketConfig {
  const price = stopPrice === null ? null : decimal(stopPrice);
  return {
    direction: 'long',
    amount: decimal('0.1'),
    entryPrice: null,
    firstStopPrice: price,
    stopPrice: price,
    isMoved: false,
    stopTrails: false,
    targets: [{ key: 'target_price', price: decimal('21000'), percent: decimal('100') }],
    leverage: ONE,
    marginMode: 'cross',
    allowsEntry: true,
    ending: 'none',
  };
}

function orderOf({ type, leg, lots, filled = 0 }: Resting, index: number) {
  const oca = leg === undefined ? null : { name: leg, kind: 'reduce' };
  const amounts = { amount: lots / 1_000, filledAmount: filled / 1_000 };
  return { orderId: `order ${index}`, type, oca, ...amounts, openedAtMs: NOW_MS } as BotOrder;
}

/** After an update that may place nothing yet. */
function uncoveredBy(
  resting: readonly Resting[],
  stopPrice: string | null,
  isSpot: boolean,
): number {
  const market = isSpot ? spotMarket() : futuresMarket('vanilla', '1');
  const state = newBracketState();
  state.exit.retryAtMs = NOW_MS + 1;
  const groups = new Set(resting.flatMap(({ leg }) => leg ?? []));
  state.legs = [...groups].map((group) => ({ group, target: null }));
  const open = resting.map(orderOf);
  const entry = resting.findIndex(({ isEntry }) => isEntry === true);
  state.entryId = entry < 0 ? null : `order ${entry}`;
  const placed: unknown[] = [];
  const api = {
    orders: { open: () => open, place: (request: unknown) => void placed.push(request) },
    positions: {
      held: () => ({ amount: HELD / 1_000, direction: 'long' }),
      leftReason: () => null,
    },
  } as unknown as CommandContext;
  const terms = tradingTerms(market);
  const placesStops = true;
  const config = configOf(stopPrice);
  protect({ config, state, market, terms, api, nowMs: NOW_MS, placesStops });
  assert.deepEqual(placed, []);
  return state.uncoveredLots;
}

type Case = readonly [title: string, resting: readonly Resting[], uncovered: number];

const WITH_STOP: readonly Case[] = [
  ['nothing rests', [], 100],
  ['a stop is for all of it', [stop('leg 1', 100)], 0],
  ['a stop is for a part', [stop('leg 1', 60)], 40],
  ['a target beside its stop adds nothing', [stop('leg 1', 60), target('leg 1', 60)], 40],
  ['a target alone is no stop', [target('leg 1', 100)], 100],
  ['two legs add up', [stop('leg 1', 60), stop('leg 2', 30)], 10],
  [
    'a stop that is moved is there twice for the same lots',
    [stop('leg 1', 60), stop('leg 1', 60)],
    40,
  ],
  ['the larger of both counts, first', [stop('leg 1', 60), stop('leg 1', 50)], 40],
  ['the larger of both counts, last', [stop('leg 1', 50), stop('leg 1', 60)], 40],
  [
    'moved stops of two legs',
    Array.from({ length: 2 }, () => [stop('leg 1', 60), stop('leg 2', 30)]).flat(),
    10,
  ],
  ['what of a stop has filled covers nothing', [stop('leg 1', 60, 20)], 60],
  ['a stop that follows is one', [{ type: 'trailing_stop_market', leg: 'leg 1', lots: 70 }], 30],
  [
    'stops without a group are each for their own',
    [
      { type: 'stop_market', lots: 30 },
      { type: 'stop_market', lots: 30 },
    ],
    40,
  ],
  ['more than is held leaves nothing without', [stop('leg 1', 130)], 0],
];

const WITHOUT_STOP: readonly Case[] = [
  ['a target is for all of it', [target('leg 1', 100)], 0],
  ['what of a target has filled covers nothing', [target('leg 1', 60, 10)], 50],
  ['the entry is none', [{ ...target('leg 1', 80), isEntry: true }, target('leg 2', 60)], 40],
  ['a stop that another wants is no target', [stop('leg 1', 100)], 100],
];

for (const isSpot of [true, false])
  suite(`lots of ${isSpot ? 'coins' : 'contracts'} without an exit`, () => {
    for (const [title, resting, uncovered] of WITH_STOP)
      test(`where there is to be a stop: ${title}`, () => {
        assert.equal(uncoveredBy(resting, '19000', isSpot), uncovered);
      });
    for (const [title, resting, uncovered] of WITHOUT_STOP)
      test(`where there is a target alone: ${title}`, () => {
        assert.equal(uncoveredBy(resting, null, isSpot), uncovered);
      });
  });
