// Counts of scripts whose lab runs are made by their wishes, and of what keeps the others from it:
// examples, documentation and templates, over each kind of market and set of rules.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { singleTier } from '#domain/margin/leverage-tier.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { RuleSetName } from '#domain/matching/matching-rules.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { ManagedRun } from '#backtesting/managed-run/run-managed.ts';
import { runManaged } from '#backtesting/managed-run/run-managed.ts';
import { emptyWishes } from '#backtesting/managed-run/wish-list.ts';
import { prepareScript } from '#backtesting/prepare-script.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { prepareCustomCommands } from '#commands/binding/prepare-custom-commands.ts';
import { scriptBrain } from '#commands/binding/script-brain.ts';
import { TEMPLATE_SCRIPTS } from '../visual/documents.ts';
import { simulatedMinutes } from '../backtest/minutes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const EXAMPLES = join(ROOT, 'examples', 'scripts');
const ROWS = 20_000;
const WARM_UP_ROWS = 8_000;
const MINUTE_MS = 60_000;

type SourceText = { readonly name: string; readonly source: string };

function filesOf(folder: string, ending: string): readonly SourceText[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, source: readFileSync(join(folder, name), 'utf8') }));
}

function snippets(): readonly SourceText[] {
  return filesOf(join(ROOT, 'docs'), '.md').flatMap(({ name, source }) =>
    [...source.matchAll(/```lua\n([\s\S]*?)```/g)].map(([, text = ''], at) => ({
      name: `${name} ${at + 1}`,
      source: text,
    })),
  );
}

const LIBRARIES = filesOf(EXAMPLES, '-command.lua');
const KINDS: readonly (readonly [string, readonly SourceText[]])[] = [
  ['examples', filesOf(EXAMPLES, '.lua').filter(({ name }) => !name.endsWith('-command.lua'))],
  ['documentation', snippets()],
  ['templates', TEMPLATE_SCRIPTS.map(({ name, visual }) => ({ name, source: visual }))],
];

type Place = {
  readonly name: string;
  readonly isFutures: boolean;
  readonly rules: RuleSetName;
  readonly intervalMinutes: number;
  readonly pyramiding?: number;
};

const PLACES: readonly Place[] = [
  { name: 'spot, realistic', isFutures: false, rules: 'realistic', intervalMinutes: 1 },
  { name: 'futures, realistic', isFutures: true, rules: 'realistic', intervalMinutes: 1 },
  { name: 'futures, touch', isFutures: true, rules: 'touch', intervalMinutes: 1 },
  {
    name: 'spot, tradingview, minutes',
    isFutures: false,
    rules: 'tradingview',
    intervalMinutes: 1,
  },
  { name: 'spot, tradingview, hours', isFutures: false, rules: 'tradingview', intervalMinutes: 60 },
  {
    name: 'futures, tradingview, hours',
    isFutures: true,
    rules: 'tradingview',
    intervalMinutes: 60,
  },
];

const { candles: CANDLES } = simulatedMinutes(ROWS);

function inputOf(script: SourceText, place: Place): BacktestInput {
  const { isFutures, rules, intervalMinutes } = place;
  const numbers = { amountStep: '0.00001', priceStep: '0.01' };
  const traded = {
    market: isFutures ? futuresMarket('vanilla', '1', numbers) : spotMarket(numbers),
    tiers: isFutures ? singleTier(decimal('0.01'), decimal('20')) : null,
    liquidationFeePercent: ZERO,
    funding: [],
    candles: CANDLES,
  };
  return {
    script,
    libraries: LIBRARIES,
    markets: [traded],
    intervalMinutes,
    startMs: CANDLES.firstOpenMs + WARM_UP_ROWS * MINUTE_MS,
    endMs: CANDLES.firstOpenMs + ROWS * MINUTE_MS,
    accountId: 'bench',
    wallet: [{ currency: 'USDT', amount: decimal('100000') }],
    fees: null,
    inputs: {},
    settings: {
      rules,
      slippagePercent: null,
      participationPercent: null,
      leverage: decimal('1'),
      marginMode: 'cross',
      positionMode: 'one_way',
      seed: 1,
      isAudited: false,
      tradeAmountQuote: decimal('100'),
    },
  };
}

function pathOf(script: SourceText, place: Place): string {
  const prepared = prepareScript(script, LIBRARIES);
  if (!prepared.ok) return 'is not valid alone';
  const custom = prepareCustomCommands(LIBRARIES);
  const makeBrain = scriptBrain(prepared.value, (makeContext) =>
    makeHostOnStage(makeContext, custom, null),
  );
  const input = inputOf(script, place);
  const setup = { input, seed: 1, notesDecisions: false, keepsLog: false, makeBrain, beginRow: 0 };
  const ran: ManagedRun = runManaged(setup, emptyWishes(), () => true);
  return ran.kind === 'unknown' ? ran.reason : ran.kind;
}

/** Prints a line for each kind of script in each place. */
export function printPaths(print: (line: string) => void): void {
  for (const place of PLACES) {
    for (const [kind, scripts] of KINDS) {
      const counts = new Map<string, string[]>();
      for (const script of scripts) {
        const path = pathOf(script, place);
        counts.set(path, [...(counts.get(path) ?? []), script.name]);
      }
      const ways = [...counts].toSorted(([, left], [, right]) => right.length - left.length);
      const texts = ways.map(([path, names]) => `${path} ${names.length}`);
      print(`${place.name}, ${kind} (${scripts.length}): ${texts.join(', ')}`);
      if (place === PLACES[0])
        for (const [path, names] of ways)
          print(`    ${path}: ${present(names, 'names').join(', ')}`);
    }
  }
}
