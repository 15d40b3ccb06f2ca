// Contracts that a run held at an instant, from what it holds and what has changed since.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR_MS } from '#lib/time.ts';
import { spotMarket, futuresMarket } from '#venue-port/market/market.fixture.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { HeldChange, HostedRun } from '#services/live/state/hosted-run.ts';
import type { VenueInstant } from '#services/live/venue/held-changes.ts';
import { heldAt, newestChanges, noteHeldChange } from '#services/live/venue/held-changes.ts';

type Position = { market: RunMarket; exact: { direction: 'long' | 'short'; lots: bigint } };

const [BTC, ETH, COINS] = [
  { ...futuresMarket('vanilla', '1'), marketTag: 'btc' },
  { ...futuresMarket('vanilla', '1'), marketTag: 'eth' },
  spotMarket({}, { marketTag: 'coins' }),
].map((market) => ({ market }) as RunMarket) as [RunMarket, RunMarket, RunMarket];

function runOf(heldChanges: readonly HeldChange[] = []) {
  const open: Position[] = [];
  const run = { markets: [COINS, ETH, BTC], positions: { open } };
  const live = { engine: { run }, venue: { heldChanges } } as unknown as HostedRun;
  const hold = (market: RunMarket, lots: bigint): void => {
    const exact = { direction: lots < 0n ? 'short' : 'long', lots: lots < 0n ? -lots : lots };
    open.push({ market, exact } as Position);
  };
  return { live, open, hold };
}

const AT = 1_800_000_000_000;

function change(lots: bigint, at: Partial<HeldChange> = {}): HeldChange {
  return { marketTag: 'btc', atMs: AT, lots, ...at };
}

suite('what a change is noted of', () => {
  test('is each contract that it changes, and no coin', () => {
    const { live, open, hold } = runOf();
    hold(BTC, 5n);
    noteHeldChange(live, { atMs: AT }, () => {
      open.pop();
      hold(BTC, -2n);
      hold(ETH, 3n);
      hold(COINS, 9n);
    });
    assert.deepEqual(live.venue.heldChanges, [
      { marketTag: 'eth', atMs: AT, lots: 3n },
      { marketTag: 'btc', atMs: AT, lots: -7n },
    ]);
  });

  test('is nothing where nothing changes', () => {
    const known = [change(1n)];
    const { live, hold } = runOf(known);
    hold(BTC, 5n);
    noteHeldChange(live, { atMs: AT + HOUR_MS }, () => undefined);
    assert.equal(live.venue.heldChanges, known);
  });

  test('is added to those of the last hour', () => {
    const { live, hold } = runOf([change(1n), change(2n, { atMs: AT + 1 })]);
    noteHeldChange(live, { atMs: AT + HOUR_MS, sequence: 7n }, () => hold(BTC, 1n));
    assert.deepEqual(live.venue.heldChanges, [
      change(2n, { atMs: AT + 1 }),
      change(1n, { atMs: AT + HOUR_MS, sequence: 7n }),
    ]);
  });
});

test('a thousand changes are retained, the newest', () => {
  const changes = Array.from({ length: 1_001 }, (_, index) => change(BigInt(index)));
  const retained = newestChanges(changes, AT);
  assert.deepEqual(
    [retained.length, retained[0]?.lots, retained.at(-1)?.lots],
    [1_000, 1n, 1_000n],
  );
});

type Case = readonly [
  title: string,
  changed: VenueInstant,
  event: VenueInstant,
  funding: bigint,
  liquidation: bigint,
];

/** Of 10 that it holds, 4 came with the change: how much it held at the event. */
const CASES: readonly Case[] = [
  ['before it', { atMs: AT - 1 }, { atMs: AT }, 10n, 10n],
  ['after it', { atMs: AT + 1 }, { atMs: AT }, 6n, 6n],
  ['in its instant, not numbered', { atMs: AT }, { atMs: AT }, 6n, 10n],
  [
    'in its instant, of which the change alone is numbered',
    { atMs: AT, sequence: 1n },
    { atMs: AT },
    6n,
    10n,
  ],
  [
    'in its instant, of which the event alone is numbered',
    { atMs: AT },
    { atMs: AT, sequence: 1n },
    6n,
    10n,
  ],
  ['in its instant and number', { atMs: AT, sequence: 2n }, { atMs: AT, sequence: 2n }, 6n, 10n],
  [
    'in its instant, with a number before',
    { atMs: AT, sequence: 1n },
    { atMs: AT, sequence: 2n },
    10n,
    10n,
  ],
  [
    'in its instant, with a number after',
    { atMs: AT, sequence: 3n },
    { atMs: AT, sequence: 2n },
    6n,
    6n,
  ],
  [
    'before it, with a number after',
    { atMs: AT - 1, sequence: 3n },
    { atMs: AT, sequence: 2n },
    10n,
    10n,
  ],
];

suite('what was held at an event, with a change', () => {
  for (const [title, changed, event, funding, liquidation] of CASES)
    test(title, () => {
      const { live, hold } = runOf([
        change(4n, changed),
        change(100n, { marketTag: 'eth', atMs: AT + 9 }),
      ]);
      hold(BTC, 10n);
      const held = (kind: 'funding' | 'liquidation') => heldAt(live, BTC, { ...event, kind });
      assert.deepEqual([held('funding'), held('liquidation')], [funding, liquidation]);
    });
});
