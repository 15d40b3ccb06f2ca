// Modes of accounts that new customers of exchanges have: each is traded in, or refused by its name
// when a key is checked, with what to do. Over the wire, at the loopback venue.

import { after, before, suite, test } from 'node:test';
import assert from 'node:assert/strict';

import type { MarketType } from '#venue-port/market/market.ts';
import type { AccountMode } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { capabilitiesOf } from '#venues/capabilities-of.ts';
import { DIALECT_CODES, loadDialect } from '#venues/dialects/load-dialect.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import type { LoopbackExchange } from './loopback-exchange.ts';
import { openLoopbackExchange } from './loopback-exchange.ts';

type Case = {
  readonly venue: VenueCode;
  readonly marketType: MarketType;
  /** Of the loopback's account; empty: as most are. */
  readonly mode: string;
  /** As the key check names it. */
  readonly name: string;
  /** Words of its remedy; null: it is traded in. */
  readonly remedy: RegExp | null;
};

type Row = readonly [mode: string, name: string, remedy: RegExp | null];

const UTA: readonly Row[] = [
  ['', 'UTA 2.0', null],
  ['1', 'classic', /unified/],
  ['3', 'UTA 1.0', null],
  ['4', 'UTA 1.0 Pro', null],
  ['6', 'UTA 2.0 Pro', null],
];

const CASES: readonly Case[] = [
  ...casesOf('binanceusdm', 'futures', [
    ['', 'standard', null],
    ['Portfolio Margin', 'Portfolio Margin', /leave Portfolio Margin/],
  ]),
  ...casesOf('bitget', 'spot', [
    ['', 'classic', null],
    ['unified', 'unified', null],
  ]),
  ...casesOf('bybit', 'spot', UTA),
  ...casesOf('bybit', 'futures', UTA),
  ...casesOf('gate', 'spot', [
    ['', 'classic', null],
    ['unified', 'unified', null],
  ]),
  ...casesOf('kucoin', 'spot', [
    ['', 'classic', null],
    ['UNIFIED', 'unified', null],
    ['LOW_FREQUENCY', 'low frequency', /high frequency/],
  ]),
  ...casesOf('okx', 'spot', [
    ['1', 'Spot', null],
    ['2', 'Futures', null],
    ['3', 'Multi-currency margin', null],
    ['4', 'Portfolio margin', null],
    ['3 borrows', 'Multi-currency margin with auto-borrow', /Switch off "Auto-borrow"/],
    ['4 borrows', 'Portfolio margin with auto-borrow', /Switch off "Auto-borrow"/],
  ]),
  ...casesOf('okx', 'futures', [
    ['1', 'Spot', /"Futures"/],
    ['2', 'Futures', null],
    ['3', 'Multi-currency margin', null],
    ['4', 'Portfolio margin', /"Futures"/],
  ]),
  ...casesOf('hyperliquid', 'futures', [
    ['', 'disabled', null],
    ['default', 'default', null],
    ['unifiedAccount', 'unifiedAccount', null],
    ['portfolioMargin', 'portfolioMargin', /subaccount/],
    ['dexAbstraction', 'dexAbstraction', /subaccount/],
  ]),
];

/** Modes that both are traded in, by other requests. */
const CHANGES: readonly Change[] = [
  { venue: 'bitget', marketType: 'spot', from: '', to: 'unified' },
  { venue: 'bitget', marketType: 'spot', from: 'unified', to: '' },
  { venue: 'gate', marketType: 'spot', from: '', to: 'unified' },
  { venue: 'gate', marketType: 'spot', from: 'unified', to: '' },
  { venue: 'kucoin', marketType: 'spot', from: '', to: 'UNIFIED' },
  { venue: 'kucoin', marketType: 'spot', from: 'UNIFIED', to: '' },
  { venue: 'okx', marketType: 'spot', from: '2', to: '3' },
  { venue: 'okx', marketType: 'spot', from: '4', to: '1' },
  { venue: 'hyperliquid', marketType: 'futures', from: '', to: 'unifiedAccount' },
  { venue: 'hyperliquid', marketType: 'futures', from: 'unifiedAccount', to: '' },
];

type Change = Pick<Case, 'venue' | 'marketType'> & { readonly from: string; readonly to: string };

function casesOf(venue: VenueCode, marketType: MarketType, rows: readonly Row[]): readonly Case[] {
  return rows.map(([mode, name, remedy]) => ({ venue, marketType, mode, name, remedy }));
}

test('each mode of the table of capabilities is tried here, as it is there', async () => {
  const tried = CASES.map(({ venue, marketType, name, remedy }) =>
    [`${venue} ${marketType} ${name}`, remedy === null ? 'traded' : 'refused'].join(': '),
  );
  const rows = await Promise.all(
    DIALECT_CODES.map(async (code) =>
      capabilitiesOf(await loadDialect(code)).flatMap(({ marketType, accountModes }) =>
        accountModes.map(({ name, refusal }) =>
          [`${code} ${marketType} ${name}`, refusal === null ? 'traded' : 'refused'].join(': '),
        ),
      ),
    ),
  );
  assert.deepEqual([...tried].sort(), rows.flat().sort());
});

suite('modes of accounts', () => {
  const opened = new Map<VenueCode, LoopbackExchange>();

  before(async () => {
    for (const { venue } of CASES)
      if (!opened.has(venue)) opened.set(venue, await openLoopbackExchange(venue));
  });
  after(async () => {
    for (const each of opened.values()) await each.close();
  });

  function venueOf(venue: VenueCode): LoopbackExchange {
    const found = opened.get(venue);
    assert(found !== undefined);
    return found;
  }

  let count = 0;
  /** A new account in this mode. */
  function accountIn(venue: VenueCode, mode: string): string {
    const accountId = `mode-${(count += 1)}`;
    venueOf(venue).addAccount(accountId);
    change(venue, accountId, mode);
    return accountId;
  }

  function change(venue: VenueCode, account: string, mode: string): void {
    const fields = { venue, account };
    const { server } = venueOf(venue);
    server.control('account-mode', mode === '' ? fields : { ...fields, mode });
  }

  for (const { venue, marketType, mode, name, remedy } of CASES)
    test(`${venue}: ${marketType} in the mode "${name}"`, async () => {
      const accountId = accountIn(venue, mode);
      const { exchange } = venueOf(venue).venue;
      const { accountMode } = await exchange.checkCredentials({ accountId, marketType });
      assertMode(accountMode, name, remedy);
    });

  for (const { venue, marketType, from, to } of CHANGES)
    test(`${venue}: ${marketType} goes on in another mode: from "${from}" to "${to}"`, async () => {
      const accountId = accountIn(venue, from);
      const { exchange } = venueOf(venue).venue;
      const account = { accountId, marketType } as const;
      const before = await exchange.fetchBalances(account);
      change(venue, accountId, to);
      // What is refused for the former mode changes nothing, and the next request is of the other.
      await exchange.fetchBalances(account).catch((error: unknown) => {
        assert(error instanceof Failure && error.code === 'unavailable');
      });
      const after = await exchange.fetchBalances(account);
      assert.deepEqual(after.balances, before.balances);
      assert.deepEqual(venueOf(venue).refusals, []);
    });
});

function assertMode(mode: AccountMode | undefined, name: string, remedy: RegExp | null): void {
  assert.equal(mode?.name, name);
  if (remedy === null) assert.equal(mode.refusal, null);
  else assert.match(mode.refusal ?? '', remedy);
}
