// Purity: where the clock, chance, the environment, HTTP statuses and exchange names may stand.
// Time and chance are ports, so that a run can be repeated; the environment is read once; a status
// is a matter of the edge.

import { PURE_LAYERS } from './layers.ts';
import type { Project, SourceFile } from './project.ts';
import { findings, isTest, layerOf, lineAt } from './project.ts';

/** Pure layers and services take the clock, chance and the world as arguments. */
export function checkAmbient(project: Project): readonly string[] {
  return project.sources
    .filter((source) => PURE_LAYERS.has(layerOf(source.path) ?? ''))
    .flatMap((source) =>
      ambientUses(source, /./).map((place) => `${place}: take it as a port or argument`),
    );
}

/** Uses of ambient names that the pattern finds, with their places. */
function ambientUses({ path, text, facts }: SourceFile, pattern: RegExp): readonly string[] {
  return facts.flatMap((fact) =>
    fact.kind === 'ambient' && pattern.test(fact.name)
      ? `${path}:${lineAt(text, fact.start)}: "${fact.name.replaceAll(/\s+/g, ' ')}"`
      : [],
  );
}

/** Also taken apart: `const { env } = process`. */
const ENVIRONMENT = /^process$|^process\W+env\b|=\s*process$/;
const EXIT = /^process\W+(?:exit|abort|reallyExit)\b/;

/** Files that run as a process of their own, and end it. */
const PROGRAMS = new Set(['src/adapters/embedded-postgres/keeper.ts']);

/** In `src/` and in the packages that the service runs. */
function ofProduct({ path }: SourceFile): boolean {
  return /^(?:src|packages\/(?!loopback\/)[^/]+\/src)\//.test(path);
}

/**
 * The environment is read in src/main, and by tests and benchmarks; a process ends itself in main
 * and cli.
 */
export function checkEnvironment(project: Project): readonly string[] {
  return project.sources
    .filter((source) => ofProduct(source) && layerOf(source.path) !== 'main')
    .flatMap((source) => [
      ...ambientUses(source, ENVIRONMENT).map(
        (place) => `${place}: the environment is read in main`,
      ),
      ...(layerOf(source.path) === 'cli' || PROGRAMS.has(source.path)
        ? []
        : ambientUses(source, EXIT).map((place) => `${place}: only main and cli end a process`)),
    ]);
}

/**
 * Numbers that mean a status wherever they stand, and any number of three digits beside the word.
 */
const STATUSES: readonly RegExp[] = [
  /(?<![\w$.])(40[13-9]|41[0-9]|42[0-9]|431|451|50[2-5])(?![\w$.]|\s*[*/+])/g,
  /\b(status(?:Code)?["']?\]?\s*(?:[:=]|[!=]==|[<>]=?)\s*[1-5]\d\d)\b/gi,
  /(\.(?:status|code|writeHead)\(\s*[1-5]\d\d)\b/g,
];

/**
 * HTTP statuses are written in src/api only, and those of venues and of receivers of webhooks and
 * notifications where their responses are read.
 * Tests may name what they expect.
 */
export function checkStatuses(project: Project): readonly string[] {
  return project.sources
    .filter((source) => ofProduct(source) && !isTest(source.path))
    .filter((source) => layerOf(source.path) !== 'api')
    .filter((source) => !source.path.startsWith('packages/venues/src/'))
    .filter((source) => !source.path.startsWith('src/adapters/webhooks/'))
    .filter((source) => !source.path.startsWith('src/adapters/notifications/'))
    .flatMap((source) =>
      STATUSES.flatMap((pattern) =>
        findings(source, source.code, pattern, (found) => `"${found}" looks like an HTTP status`),
      ),
    );
}

const EXCHANGES = `binance bitfinex bitget bitmex bitstamp bybit coinbase deribit huobi hyperliquid
  kraken kucoin mexc okex okx phemex poloniex`;
const EXCHANGE_NAMES = new RegExp(`\\b(${EXCHANGES.split(/\s+/).join('|')})`, 'gi');

/**
 * An exchange's name stands under src/adapters, in the package of exchanges and in data; the
 * built-in one's code also where main wires it.
 */
export function checkExchangeNames(project: Project): readonly string[] {
  const mayName = (source: SourceFile): boolean =>
    /^(?:src\/adapters|packages\/venues)\//.test(source.path) || source.text.startsWith('// Data:');
  return project.sources
    .filter((source) => ofProduct(source) && !mayName(source))
    .flatMap((source) =>
      findings(source, source.text, EXCHANGE_NAMES, (found) => `names the exchange "${found}"`),
    );
}
