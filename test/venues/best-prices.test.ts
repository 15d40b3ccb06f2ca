// The best bid and ask of each exchange, by request and as they change, beside what the loopback
// venue's own book has.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import { bestPricesFeed } from '#services/feeds/best-prices-feed.ts';
import { plainText } from '#loopback/amount.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';
import { VENUE_CODES } from '#loopback/skins/all-venues.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { openLoopbackExchange } from './loopback-exchange.ts';
import { until } from './feed-harness.ts';

const STREAMED: readonly VenueCode[] = ['binance', 'binanceusdm', 'bitget', 'bybit', 'okx'];

function textOf(best: BestPrices | null): string | null {
  return best === null ? null : `${formatDecimal(best.bid)} ${formatDecimal(best.ask)}`;
}

async function venueWith(t: TestContext, code: VenueCode) {
  const loopback = await openLoopbackExchange(code);
  t.after(() => loopback.close());
  const { server, venue, dialect } = loopback;
  const state = exchangeOf(server.state, code);
  const kind = dialect.marketTypes[0] === 'spot' ? 'spot' : 'linear';
  const market = [...state.markets.values()].find(
    ({ terms }) => terms.kind === kind && terms.symbol.includes('BTC'),
  );
  assert.ok(market !== undefined);
  const { key } = market.terms;
  const moveTo = (price: string): void =>
    void server.control('price', { venue: code, market: key, price });
  const shown = (): string => {
    const { bid, ask } = bestPrices(market.book, market.crowd, market.middle, market.terms.tick);
    return `${plainText(bid?.price ?? 0n)} ${plainText(ask?.price ?? 0n)}`;
  };
  const listed = await venue.exchange.listMarkets();
  const marketTag = listed.find(
    ({ base, marketType }) => base === 'BTC' && (marketType === 'spot') === (kind === 'spot'),
  )?.marketTag;
  assert.ok(marketTag !== undefined);
  return { venue, server, marketTag, moveTo, shown, key };
}

suite('the best bid and ask', () => {
  for (const code of VENUE_CODES)
    test(`by request, at ${code}`, async (t) => {
      const { venue, marketTag, moveTo, shown } = await venueWith(t, code);
      for (const price of ['60000', '61234.5']) {
        moveTo(price);
        assert.equal(textOf(await venue.exchange.fetchBestPrices(marketTag)), shown());
      }
    });

  test('are streamed where the exchange does so', async () => {
    for (const code of VENUE_CODES) {
      const { bestPriceStream } = await loadDialect(code);
      assert.equal(bestPriceStream !== undefined, STREAMED.includes(code), code);
    }
    const feed = bestPricesFeed({ openBestPriceStream: () => null, elapsedMs: () => 0 });
    assert.deepEqual([feed.want('BTC'), feed.count()], [null, 0]);
  });

  for (const code of STREAMED)
    test(`as they change, at ${code}`, async (t) => {
      const { venue, server, marketTag, moveTo, shown } = await venueWith(t, code);
      let nowMs = 0;
      const feed = bestPricesFeed({
        openBestPriceStream: venue.openBestPriceStream,
        elapsedMs: () => nowMs,
      });
      t.after(feed.close);
      assert.equal(feed.want(marketTag), null);
      let price = 60_000;
      /** A book is shown where it changes. */
      const untilCurrent = async (): Promise<void> => {
        await until(() => {
          price += 1;
          moveTo(String(price));
          return feed.latest(marketTag) !== null;
        });
        await until(() => textOf(feed.latest(marketTag)) === shown());
      };
      await untilCurrent();
      server.control('streams', { venue: code, action: 'drop' });
      await until(() => feed.latest(marketTag) === null);
      await untilCurrent();
      nowMs += 10 * 60_000;
      feed.tick();
      assert.deepEqual([feed.count(), feed.latest(marketTag)], [0, null]);
    });
});
