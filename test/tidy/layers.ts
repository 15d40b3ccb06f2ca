// Table of the layers' imports. The layer stands in the specifier (`#venue-port/order/order.ts`),
// so the check is a table.

import path from 'node:path';

import type { Import, Project, SourceFile } from './project.ts';
import { isTest, layerOf } from './project.ts';

type Layer = {
  /** Layers whose values and types may be imported; a layer may always import itself. */
  readonly values: readonly string[];
  /** Layers of which only types may be imported. */
  readonly types: readonly string[];
  readonly hasBuiltIns: boolean;
};

const CORE = [
  'lib',
  'venue-port',
  'domain',
  'lua',
  'pine',
  'indicators',
  'engine',
  'commands',
  'strategies',
  'backtesting',
] as const;
const PURE = { types: [], hasBuiltIns: false } as const;

/** Layers that do not know on what, when and for whom they run. */
export const PURE_LAYERS: ReadonlySet<string> = new Set([...CORE, 'ports', 'services']);

export const LAYERS: { readonly [name: string]: Layer } = {
  lib: { ...PURE, values: [] },
  lua: { ...PURE, values: ['lib'] },
  loopback: { values: [], types: [], hasBuiltIns: true },
  indicators: { ...PURE, values: ['lib'] },
  'venue-port': { ...PURE, values: ['lib'] },
  venues: { values: ['lib', 'venue-port'], types: [], hasBuiltIns: true },
  domain: { ...PURE, values: ['lib', 'venue-port'] },
  engine: { ...PURE, values: ['lib', 'venue-port', 'domain', 'indicators', 'lua'] },
  pine: { ...PURE, values: ['lib', 'venue-port', 'domain', 'indicators', 'lua', 'engine'] },
  commands: {
    ...PURE,
    values: ['lib', 'venue-port', 'domain', 'indicators', 'lua', 'engine', 'pine'],
  },
  strategies: { ...PURE, values: ['lib', 'venue-port', 'domain', 'indicators', 'lua', 'engine'] },
  backtesting: { ...PURE, values: CORE },
  ports: { values: ['lib', 'venue-port'], types: ['domain'], hasBuiltIns: false },
  services: {
    ...PURE,
    values: [...CORE, 'ports'],
  },
  adapters: {
    values: ['lib', 'venue-port', 'domain', 'ports', 'venues'],
    types: [],
    hasBuiltIns: true,
  },
  api: { values: ['lib', 'venue-port', 'domain', 'services'], types: [], hasBuiltIns: true },
  cli: { values: ['lib', 'venue-port', 'domain', 'services'], types: [], hasBuiltIns: true },
  main: {
    values: [...CORE, 'ports', 'services', 'venues', 'adapters', 'api', 'cli'],
    types: [],
    hasBuiltIns: true,
  },
};

/** Where each package may be imported besides main, so that replacing one touches one place. */
export const PACKAGE_HOMES: { readonly [name: string]: readonly string[] } = {
  fastify: ['src/api/'],
  typebox: ['src/api/'],
  pg: ['src/adapters/postgres/'],
  'pg-boss': ['src/adapters/postgres/'],
  nodemailer: ['src/adapters/notifications/'],
  'smtp-server': ['src/adapters/notifications/'],
  'pg-copy-streams': ['src/adapters/postgres/'],
  pino: ['src/adapters/'],
  'prom-client': ['src/api/'],
  ccxt: ['packages/venues/src/wire/'],
  '@simplewebauthn/server': ['src/adapters/passkeys/'],
  '@opentelemetry/api': ['src/adapters/tracing/'],
  '@opentelemetry/exporter-trace-otlp-proto': ['src/adapters/tracing/'],
  '@opentelemetry/resources': ['src/adapters/tracing/'],
  '@opentelemetry/sdk-trace': ['src/adapters/tracing/'],
  commander: ['src/cli/'],
  ws: ['packages/loopback/'],
  '@noble/curves': ['packages/loopback/'],
  '@noble/hashes': ['packages/loopback/'],
  hyparquet: ['src/adapters/files/', 'src/api/http/tables/'],
  'hyparquet-writer': ['src/adapters/files/', 'src/api/http/tables/'],
};

/** Layers that are packages: they know only packages, by their manifests. */
export const PACKAGES: readonly string[] = [
  'indicators',
  'lib',
  'loopback',
  'lua',
  'venue-port',
  'venues',
];
/** Nothing but tests and benchmarks imports them; they are not built. */
export const PACKAGES_FOR_TESTS: ReadonlySet<string> = new Set(['loopback']);

/** What a test beside a source may import on top of what its layer may. */
const TEST_PACKAGES = new Set([
  'node:test',
  'node:assert/strict',
  'fast-check',
  'decimal.js',
  'ws',
]);

/** Ports' implementations that need nothing outside the process: what tests of use cases run on. */
const TEST_ADAPTERS = /^src\/adapters\/(?:archive|memory|sim|system)\//;
/** Layers whose tests drive runs through backtests, the shortest way to feed one. */
const TESTED_BY_BACKTESTS = new Set(['engine', 'commands', 'strategies', 'pine']);
const TESTED_ON_ADAPTERS = new Set(['services', 'api', 'cli']);

/** What the console shares with the service: pure, without a catalogue, a clock or chance. */
const CONSOLE_SOURCES =
  /^src\/domain\/(?:(?:visual(?:-\w+)?|script|data-series)\/|event-log\/event-catalogue\.ts$)/;

/** Every import that points the wrong way, and every package or built-in where none may be. */
export function checkLayers(project: Project): readonly string[] {
  return project.sources.flatMap((source) =>
    source.imports.flatMap((used) => {
      const problem = problemOf(source, used);
      return problem === null ? [] : [`${source.path}:${used.line}: ${problem}`];
    }),
  );
}

/** The path in the repository that an import names; null for packages and built-ins. */
export function importedPath(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return namedPath(specifier.slice(1));
  if (!specifier.startsWith('.')) return null;
  return path.posix.join(path.posix.dirname(file), specifier);
}

/** `lua/run-script.ts` -> `packages/lua/src/run-script.ts`. */
function namedPath(named: string): string {
  const [layer = '', ...rest] = named.split('/');
  if (PACKAGES.includes(layer)) return `packages/${layer}/src/${rest.join('/')}`;
  return `src/${named}`;
}

function problemOf(source: SourceFile, used: Import): string | null {
  const target = importedPath(source.path, used.specifier);
  const layer = layerOf(source.path);
  if (target === null) return layer === null ? null : packageProblem(source.path, layer, used);
  if (layer === null) return outsideProblem(source.path, target, used);
  if (used.specifier.startsWith('.')) {
    if (used.form === 'url') return null;
    return `"${used.specifier}" is relative; name the layer: "#${target.replace(/^src\//, '')}"`;
  }
  const isTestFile = isTest(source.path);
  if (isTestFile && TESTED_ON_ADAPTERS.has(layer) && TEST_ADAPTERS.test(target)) return null;
  if (isTestFile && TESTED_BY_BACKTESTS.has(layer) && layerOf(target) === 'backtesting')
    return null;
  return layerProblem(layer, target, used, isTestFile);
}

function layerProblem(
  layer: string,
  target: string,
  used: Import,
  isTestFile: boolean,
): string | null {
  const rules = LAYERS[layer];
  const targetLayer = layerOf(target);
  if (rules === undefined) return `"${layer}" is no layer; layers are ${names(LAYERS)}`;
  if (targetLayer === null || LAYERS[targetLayer] === undefined) {
    return `"${used.specifier}" names no layer`;
  }
  if (targetLayer === layer || rules.values.includes(targetLayer)) return null;
  if (rules.types.includes(targetLayer)) {
    return used.isTypeOnly || isTestFile
      ? null
      : `${layer} may import only types of ${targetLayer}`;
  }
  return `${layer} may not import ${targetLayer}`;
}

/**
 * Outside src (tests, benchmarks, examples) everything may be imported; only a relative way into
 * src may not.
 */
function outsideProblem(file: string, target: string, used: Import): string | null {
  if (file.startsWith('console/src/') && target.startsWith('src/') && used.form !== 'url') {
    return CONSOLE_SOURCES.test(target)
      ? null
      : `the console may not import "${used.specifier}", only pure models that it shares`;
  }
  const isIntoSource = used.specifier.startsWith('.') && target.startsWith('src/');
  if (isIntoSource && used.form !== 'url') return `"${used.specifier}" is relative; write "#…"`;
  return null;
}

function packageProblem(file: string, layer: string, used: Import): string | null {
  const name = packageName(used.specifier);
  if (isTest(file) && TEST_PACKAGES.has(name)) return null;
  if (name.startsWith('node:')) {
    return LAYERS[layer]?.hasBuiltIns === true ? null : `${layer} may not import ${name}`;
  }
  if (layer === 'main') return null;
  const homes = PACKAGE_HOMES[name] ?? [];
  if (homes.some((home) => file.startsWith(home))) return null;
  return `${name} may be imported only under ${[...homes, 'src/main/'].join(', ')}`;
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function names(table: object): string {
  return Object.keys(table).join(', ');
}
