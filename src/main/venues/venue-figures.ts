// Metrics and readiness of a venue process.

import type { Venue } from '#venues/open-venue.ts';
import type { ProcessStatus } from '#api/http/callers/status-server.ts';
import type { Figure } from '#api/http/responses/metrics.ts';
import { LIMITS } from '#lib/limits.ts';
import { feedFigures } from '#main/venues/feed-figures.ts';
import type { OpenedFeeds } from '#main/venues/open-feeds.ts';
import type { AccountHolder, HolderFigures } from '#services/exchanges/hold-accounts.ts';

/** Status of a process that trades; exchanges that are down do not make it unready. */
export function venueStatus(
  venues: readonly Venue[],
  holder: AccountHolder,
  feeds: OpenedFeeds,
): ProcessStatus {
  const sinceMs = performance.now();
  return {
    // A venue that is down is no reason to restart the process.
    whyNotReady: () => whyStandingStill(holder.figures(), performance.now() - sinceMs),
    figures: () => [
      ...leaseFigures(holder.figures()),
      ...exchangeFigures(venues),
      ...feedFigures(feeds),
    ],
  };
}

/** Why nothing is traded; null: it is, or for a short time it is not. */
export function whyStandingStill(
  { leaseLeftMs }: Pick<HolderFigures, 'leaseLeftMs'>,
  runningForMs: number,
): string | null {
  const lostForMs = leaseLeftMs === null ? runningForMs : -leaseLeftMs;
  if (lostForMs <= LIMITS.accountStandstillMs) return null;
  return `it has had no lease for ${Math.floor(lostForMs / 1_000)} s`;
}

function leaseFigures(found: HolderFigures): readonly Figure[] {
  const gauge = (name: string, help: string, value: number): Figure => {
    return { name, kind: 'gauge', help, samples: [{ value }] };
  };
  return [
    gauge(
      'tidemill_venue_account_shards',
      'Shards of accounts that the process trades, of 64 in all.',
      found.shardsCount,
    ),
    gauge(
      'tidemill_venue_lease_left_seconds',
      'Until the lease of the process ends; below zero when it has.',
      (found.leaseLeftMs ?? 0) / 1_000,
    ),
    gauge(
      'tidemill_venue_address_sharers',
      'Venue processes that share the request budgets of this address.',
      found.egressSharersCount,
    ),
  ];
}

function exchangeFigures(venues: readonly Venue[]): readonly Figure[] {
  const figure = (name: string, help: string, valueOf: (venue: Venue) => number): Figure => ({
    name,
    kind: 'gauge',
    help,
    samples: venues.map((venue) => ({
      labels: { exchange: venue.exchange.code },
      value: valueOf(venue),
    })),
  });
  return [
    figure(
      'tidemill_venue_up',
      'Whether the exchange could be reached with the last requests.',
      ({ exchange }) => (exchange.health() === 'down' ? 0 : 1),
    ),
    figure(
      'tidemill_venue_clock_skew_seconds',
      "The exchange's clock less ours; zero before the first measurement.",
      ({ exchange }) => (exchange.clockSkewMs() ?? 0) / 1_000,
    ),
    figure(
      'tidemill_venue_budget_used_ratio',
      'Of the requests that the exchange allows our address in a minute, as far as they are known.',
      (venue) => venue.budgetFigures().usedInMinute / venue.budgetFigures().perMinute,
    ),
    {
      name: 'tidemill_venue_unreadable_rows',
      kind: 'gauge',
      help: 'Rows of lists of the exchange that cannot be read, and are left out.',
      samples: venues.flatMap(({ exchange, unreadableCounts }) =>
        Object.entries(unreadableCounts()).map(([list, value]) => ({
          labels: { exchange: exchange.code, list },
          value,
        })),
      ),
    },
  ];
}
