// Companies of the exchanges: what is sent goes to the company's own hosts and is the exchange's
// otherwise, and its markets and orders carry its code.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decimal, subtractDecimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { COMPANIES } from '#venues/companies/companies.ts';
import { OUR_NAME, RESTING } from '#venues/dialects/bybit/bybit.fixture.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import { loadCcxtSigner } from '#venues/wire/ccxt-signer.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';
import { until } from '../support/until.ts';
import { GOLDEN_DIALECTS } from './golden/golden-dialects.ts';
import { openLoopbackExchange } from './loopback-exchange.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';

const SIGNED_AT_MS = 1_700_000_000_000;
const KEYS = { apiKey: 'key', secret: 'secret', passphrase: 'passphrase' };
const GOLDEN_NAMES: { readonly [of: string]: string } = { binance: 'binance-spot' };

test('the page of companies has them as they are', () => {
  const page = readFileSync(new URL('../../docs/companies.md', import.meta.url), 'utf8');
  const rows = COMPANIES.map(({ code, name, of, marketTypes, hosts }) => {
    const cells = [`\`${code}\``, name, `\`${of}\``, marketTypes.join(', ')];
    return `| ${[...cells, Object.values(hosts).join(', ')].join(' | ')} |`;
  });
  assert.deepEqual(
    page.split('\n').filter((line) => line.startsWith('| `')),
    rows,
  );
});

function callsOf(of: string): readonly (readonly [string, VenueCall])[] {
  const golden = GOLDEN_DIALECTS.find(({ name }) => name === (GOLDEN_NAMES[of] ?? of));
  const calls = Object.entries(golden?.calls ?? {});
  assert.ok(calls.length > 10, `calls of ${of} are known`);
  return calls;
}

for (const company of COMPANIES) {
  const { code, of, libraryId, isTestNet } = company;

  test(`requests to ${code} are those to ${of}, at its own hosts`, async () => {
    const [exchange, dialect] = await Promise.all([loadDialect(of), loadDialect(code)]);
    const usual = await loadCcxtSigner(exchange.libraryId, () => SIGNED_AT_MS);
    const own = await loadCcxtSigner(libraryId, () => SIGNED_AT_MS, isTestNet);
    for (const [title, call] of callsOf(of)) {
      if (isTestNet && call.section.startsWith('sapi')) continue;
      const keys = call.access === 'private' ? KEYS : null;
      const [there, here] = [usual.sign(call, keys), own.sign(call, keys)];
      assert.ok(there !== null && here !== null, title);
      const [from, to] = [new URL(there.address), new URL(here.address)];
      assert.equal(to.host, company.hosts[from.host], title);
      assert.ok(dialect.hosts.includes(to.hostname), title);
      assert.equal(to.pathname, from.pathname, title);
      assert.deepEqual([...to.searchParams.keys()], [...from.searchParams.keys()], title);
      assert.deepEqual([here.method, here.body], [there.method, there.body], title);
    }
  });

  test(`streams of ${code} are at its own hosts`, async () => {
    const dialect = await loadDialect(code);
    const streams = [dialect.marketStream, dialect.bestPriceStream];
    const addresses = dialect.marketTypes.flatMap((type) => [
      dialect.stream.address('token', type),
      ...streams.flatMap((stream) => stream?.address(type) ?? []),
    ]);
    const exchange = await loadDialect(of);
    for (const address of addresses) {
      const { hostname, protocol } = new URL(address);
      assert.equal(protocol, 'wss:');
      assert.ok(dialect.hosts.includes(hostname), address);
      assert.ok(!exchange.hosts.includes(hostname), address);
    }
  });

  test(`an order at ${code} carries its code from placing to its end`, async (t) => {
    const loopback = await openLoopbackExchange(of as VenueCode, { company: code });
    t.after(() => loopback.close());
    const { venue } = loopback;
    const { exchange } = venue;
    const markets = await exchange.listMarkets();
    const prefix = `${code.toUpperCase()}_`;
    assert.ok(markets.length > 0);
    for (const market of markets) {
      assert.equal(market.exchange, code);
      assert.ok(market.marketTag.startsWith(prefix), market.marketTag);
      assert.ok(company.marketTypes.includes(market.marketType), market.marketTag);
    }
    const marketTag = await loopback.marketTag('spot', 'BTCUSDT');
    const account = { accountId: 'a1', marketType: 'spot' } as const;
    const { price } = await exchange.fetchPrice(marketTag);
    const market = markets.find((each) => each.marketTag === marketTag);
    assert.ok(market !== undefined);
    const placed = await exchange.placeOrder(account, {
      clientOrderId: OUR_NAME,
      marketTag,
      side: 'buy',
      type: 'limit',
      price: subtractDecimal(price, market.priceStep),
      amount: decimal('0.01'),
      terms: PLAIN_TERMS,
      decidedAtMs: venue.venueNowMs(),
      sendByMs: Infinity,
    });
    assert.ok(placed.ok);
    // Some list what they acknowledged a moment later.
    await until('it is listed', async () => (await exchange.fetchOpenOrders(account)).length > 0);
    const open = await exchange.fetchOpenOrders(account);
    assert.deepEqual(
      open.map((order) => [order.marketTag, order.clientOrderId]),
      [[marketTag, OUR_NAME]],
    );
  });
}

test('a company is left alone until something is sent, and followed from then on', async (t) => {
  let followed = 0;
  const timer = {
    every() {
      followed += 1;
      return () => void (followed -= 1);
    },
  };
  const loopback = await openLoopbackExchange('okx', { company: 'okxeea', timer });
  t.after(() => loopback.server.close());
  assert.equal(followed, 0);
  await loopback.venue.exchange.listMarkets();
  assert.ok(followed > 0);
  loopback.venue.close();
  assert.equal(followed, 0);
});

test('a market that a company does not list has its code as well', async () => {
  const dialect = await loadDialect('bybiteu');
  const row = { ...RESTING, category: 'spot', symbol: 'NOWHEREUSDT' };
  const frame = JSON.stringify({ topic: 'order', data: [row] });
  const context = { marketType: 'spot', findMarket: () => null, nowMs: SIGNED_AT_MS } as const;
  const tags = dialect.stream
    .read(frame, context)
    .flatMap((event) =>
      event.kind === 'news' && event.news.kind === 'order' ? event.news.order.marketTag : [],
    );
  assert.deepEqual(tags, ['BYBITEU_NOWHEREUSDT']);
});
