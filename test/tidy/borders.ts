// Borders of a folder that could be a package but for the model that it shares with the service:
// the files outside that it imports, and those inside that others import.

import { importedPath } from './layers.ts';
import type { Project } from './project.ts';
import { isTest } from './project.ts';

const OWN_PATH = 'test/tidy/borders.ts';

type Border = {
  readonly folder: string;
  /** Outside of the folder; everything else there is unknown to it. */
  readonly imports: readonly string[];
  /** Inside of the folder; the rest is its own. */
  readonly exports: readonly string[];
};

export const BORDERS: readonly Border[] = [
  {
    folder: 'src/adapters/venues/',
    imports: [
      'src/domain/candle/candle.ts',
      'src/domain/funding/funding-rate.ts',
      'src/domain/market/best-prices.ts',
      'src/domain/market/market-grid.ts',
      'src/domain/market/market.ts',
      'src/domain/market/price-digits.ts',
      'src/domain/order/attached-name.ts',
      'src/domain/order/limit-type.ts',
      'src/domain/order/order-check.ts',
      'src/domain/order/order-rejection.ts',
      'src/domain/order/order-terms.ts',
      'src/domain/order/order.ts',
      'src/lib/assert.ts',
      'src/lib/decimal.ts',
      'src/lib/identifier.ts',
      'src/lib/raw-json.ts',
      'src/lib/result.ts',
      'src/lib/storable-text.ts',
      'src/lib/time.ts',
      'src/ports/exchange/exchange.ts',
      'src/ports/exchange/held-types.ts',
      'src/ports/exchange/market-feed.ts',
      'src/ports/exchange/promise-measurement.ts',
      'src/ports/exchange/venue-credentials.ts',
      'src/ports/stores/credential-store.ts',
      'src/ports/world/clock.ts',
      'src/ports/world/failure.ts',
      'src/ports/world/log.ts',
      'src/ports/world/timer.ts',
      'src/ports/world/tracer.ts',
    ],
    exports: [
      'src/adapters/venues/account-credentials.ts',
      'src/adapters/venues/dialects/load-dialect.ts',
      'src/adapters/venues/monotonic-time.ts',
      'src/adapters/venues/open-venue.ts',
      'src/adapters/venues/probe/probe-venue.ts',
      'src/adapters/venues/recorded-wire.ts',
    ],
  },
];

/** Imports across a border that it does not list, and rows of it that nothing needs. */
export function checkBorders(project: Project): readonly string[] {
  return BORDERS.flatMap((border) => problemsOf(project, border));
}

function problemsOf(project: Project, { folder, imports, exports }: Border): readonly string[] {
  const needed = new Set<string>();
  const found: string[] = [];
  for (const { path, imports: named } of project.sources) {
    if (isTest(path) || !path.startsWith('src/')) continue;
    for (const { specifier, line } of named) {
      const target = importedPath(path, specifier);
      if (target === null || path.startsWith(folder) === target.startsWith(folder)) continue;
      needed.add(target);
      const [rows, side] = path.startsWith(folder) ? [imports, 'imports'] : [exports, 'exports'];
      if (rows.includes(target)) continue;
      found.push(`${path}:${line}: "${specifier}" is not in the ${side} of ${folder}: ${OWN_PATH}`);
    }
  }
  const unneeded = [...imports, ...exports].filter((row) => !needed.has(row));
  return [
    ...found,
    ...(project.paths.has(OWN_PATH) ? unneeded : []).map(
      (row) => `${OWN_PATH}: nothing of ${folder} needs the row ${row}`,
    ),
  ];
}
