// The dialect of a company, beside that of its exchange.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Company } from '#venues/companies/companies.ts';
import { companyDialect } from '#venues/companies/company-dialect.ts';
import { FUTURES, RESTING, SPOT } from '#venues/dialects/bybit/bybit.fixture.ts';
import { BYBIT } from '#venues/dialects/bybit/bybit.ts';

const COMPANY: Company = {
  code: 'bybitxy',
  name: 'Bybit XY',
  of: 'bybit',
  libraryId: 'bybit',
  hosts: { 'api.bybit.com': 'api.bybit.xy', 'stream.bybit.com': 'stream.bybit.xy' },
  marketTypes: ['spot'],
  isTestNet: false,
};

test('a company has its own hosts, streams and types of markets', () => {
  const dialect = companyDialect(BYBIT, COMPANY);
  assert.deepEqual(dialect.hosts, ['api.bybit.xy', 'stream.bybit.xy']);
  assert.equal(dialect.stream.address(null, 'spot'), 'wss://stream.bybit.xy/v5/private');
  for (const stream of [dialect.marketStream, dialect.bestPriceStream])
    assert.match(stream?.address('spot') ?? '', /^wss:\/\/stream\.bybit\.xy\/v5\/public/);
  assert.equal(BYBIT.markets().length, 2);
  const [spot, ...others] = dialect.markets();
  assert.equal(spot?.call.parameters['category'], 'spot');
  assert.deepEqual(others, []);
});

test('a host without one of the company in its place is a mistake of ours', () => {
  const { 'stream.bybit.com': _stream, ...hosts } = COMPANY.hosts;
  assert.throws(() => companyDialect(BYBIT, { ...COMPANY, hosts }), /stream\.bybit\.com/);
});

for (const context of [SPOT, FUTURES])
  test(`a ${context.marketType} order of a market that is not listed is of the company`, () => {
    const of = { ...context, findMarket: () => null };
    const frame = JSON.stringify({ topic: 'order', data: [{ ...RESTING, category: 'spot' }] });
    const read = (dialect: typeof BYBIT) => JSON.stringify(dialect.stream.read(frame, of), text);
    const [there, here] = [read(BYBIT), read(companyDialect(BYBIT, COMPANY))];
    assert.equal(here, there.replaceAll('"BYBIT_', '"BYBITXY_'));
  });

function text(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

test('what a test net lacks has its stand-in there alone', () => {
  const calls: string[] = [];
  const credentials: typeof BYBIT.account.credentials = (...words) => {
    calls.push('stand-in');
    return BYBIT.account.credentials(...words);
  };
  const exchange = { ...BYBIT, testNetAccount: { credentials } };
  for (const isTestNet of [false, true])
    companyDialect(exchange, { ...COMPANY, isTestNet }).account.credentials(SPOT, null, 'key');
  assert.deepEqual(calls, ['stand-in']);
});

test('its code stands in the place of that of the exchange, and nowhere else', () => {
  const row = {
    symbol: 'BYBIT_X',
    market: { exchange: 'bybit', marketTag: 'BYBIT_X', base: 'bybit', quote: 'other' },
    others: [{ marketTag: 'ELSEWHERE_X', exchange: 'elsewhere' }],
  };
  const read = () => ({ kind: 'done', value: { items: [row], next: null } });
  const list = { ...BYBIT.markets()[0], read } as never;
  const exchange = { ...BYBIT, markets: () => [list, list] };
  const [spot] = companyDialect(exchange, COMPANY).markets();
  const market = { exchange: 'bybitxy', marketTag: 'BYBITXY_X', base: 'bybit', quote: 'other' };
  assert.deepEqual(spot?.read({} as never), {
    kind: 'done',
    value: { items: [{ ...row, market }], next: null },
  });
});

test('a company of an exchange without streams of markets has none', () => {
  const { marketStream: _candles, bestPriceStream: _prices, ...bare } = BYBIT;
  const dialect = companyDialect(bare, COMPANY);
  assert.deepEqual([dialect.marketStream, dialect.bestPriceStream], [undefined, undefined]);
});
