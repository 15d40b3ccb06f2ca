// Metrics of the live minutes that a venue process follows.

import type { Figure } from '#api/http/responses/metrics.ts';
import type { FeedFigures } from '#services/feeds/market-feeds.ts';

type Feed = { figures(): FeedFigures };

/** `feeds`: by the code of the exchange. */
export function feedFigures(feeds: ReadonlyMap<string, Feed>): readonly Figure[] {
  const found = [...feeds].map(([exchange, feed]) => ({ exchange, figures: feed.figures() }));
  const figure = (
    kind: Figure['kind'],
    name: string,
    help: string,
    valueOf: (figures: FeedFigures) => number,
  ): Figure => ({
    name,
    kind,
    help,
    samples: found.map(({ exchange, figures }) => ({
      labels: { exchange },
      value: valueOf(figures),
    })),
  });
  return [
    figure(
      'gauge',
      'tidemill_feed_markets',
      'Markets whose live minutes are followed.',
      ({ marketsCount }) => marketsCount,
    ),
    figure(
      'gauge',
      'tidemill_feed_markets_streamed',
      'Of those, how many the stream of the exchange has now.',
      ({ streamedCount }) => streamedCount,
    ),
    figure(
      'gauge',
      'tidemill_feed_best_prices',
      'Markets whose best bid and ask are streamed.',
      ({ bestPricesCount }) => bestPricesCount,
    ),
    figure(
      'gauge',
      'tidemill_feed_last_minute_age_seconds',
      'Since the end of the newest minute that is stored, of the market where it is oldest.',
      ({ lastMinuteAgeMs }) => lastMinuteAgeMs / 1_000,
    ),
    figure(
      'counter',
      'tidemill_feed_disconnections_total',
      'Connections of the stream that ended while markets were followed.',
      ({ disconnectionsCount }) => disconnectionsCount,
    ),
    figure(
      'counter',
      'tidemill_feed_gap_requests_total',
      'Lists requested for minutes that the stream had not brought.',
      ({ gapRequestsCount }) => gapRequestsCount,
    ),
    figure(
      'counter',
      'tidemill_feed_corrections_total',
      'Stored minutes that a list of the exchange corrected.',
      ({ correctionsCount }) => correctionsCount,
    ),
  ];
}
