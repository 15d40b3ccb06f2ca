// Makes what decides in a run from what its bot loaded: a script's text is compiled, a strategy's
// settings are read for its market.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market } from '#venue-port/market/market.ts';
import { preparePine } from '#backtesting/prepare-pine.ts';
import { prepareScript } from '#backtesting/prepare-script.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { prepareCustomCommands } from '#commands/binding/prepare-custom-commands.ts';
import type { MakeBrain, MakeContext } from '#engine/run/run-brain.ts';
import { isTraceable, scriptBrain } from '#commands/binding/script-brain.ts';
import { pineBrain } from '#pine/brain/pine-brain.ts';
import { saysPine } from '#domain/script/says-pine.ts';
import type { StrategyOptions } from '#strategies/make-strategy.ts';
import { makeStrategy } from '#strategies/make-strategy.ts';
import { readStoredConfig } from '#strategies/read-config.ts';
import { strategyBrain } from '#strategies/shared/strategy-brain.ts';
import type { LoadedBrain, LoadedScript, StrategyBrain } from '#ports/stores/bot-store.ts';
import type { LoadedScript as LoadedLua } from '#lua/load-script.ts';
import type { ScriptLimits } from '#lua/run-script.ts';
import { DEFAULT_LIMITS } from '#lua/run-script.ts';

/** So that one script cannot keep a process from all others. */
const LIVE_LIMITS: ScriptLimits = {
  ...DEFAULT_LIMITS,
  steps: LIMITS.botUpdateStepsMax,
  bytes: LIMITS.botUpdateBytesMax,
};

type BrainOptions = {
  readonly placesStops?: boolean;
  /** Entries in one direction, chosen for the bot. */
  readonly pyramiding?: number;
};

type LoadedText = Pick<LoadedScript, 'source' | 'libraries'>;

/** `market` is the one that the bot trades. The rejection says in words why it cannot run. */
export function buildBrain(
  brain: LoadedBrain,
  market: Market,
  { placesStops = false, pyramiding }: BrainOptions = {},
): Result<MakeBrain, string> {
  return brain.kind === 'script'
    ? buildScript(brain, pyramiding)
    : buildStrategy(brain, market, { placesStops });
}

/**
 * Whether the limit of entries is the brain's own: strategies and Pine scripts close for an entry
 * that turns a position what is against it.
 */
export function countsOwnEntries(brain: LoadedBrain): boolean {
  return brain.kind === 'strategy' || saysPine(brain.source);
}

function buildScript(
  { source, libraries: all }: LoadedScript,
  pyramiding: number | undefined,
): Result<MakeBrain, string> {
  if (saysPine(source)) {
    const pine = preparePine({ name: 'script', source }, all);
    if (pine.ok) return accepted(pineBrain(pine.value, { limits: LIVE_LIMITS, pyramiding }));
    return rejected(`Its script is not valid: ${pine.rejection.message}`);
  }
  const libraries = librariesOf({ source, libraries: all });
  const script = prepareScript({ name: 'script', source }, libraries);
  if (!script.ok) return rejected(`Its script is not valid: ${script.rejection.message}`);
  const custom = prepareCustomCommands(libraries);
  const makeHost = (make: MakeContext) => makeHostOnStage(make, custom);
  return accepted(scriptBrain(script.value, makeHost, LIVE_LIMITS));
}

/** A script that defines a command is itself among those that its bot loaded. */
function librariesOf({ source, libraries }: LoadedText): LoadedScript['libraries'] {
  return libraries.filter((library) => library.source !== source);
}

/** The script of a bot, and its traced form; null: they do not do the same. */
export function traceableForm(loaded: LoadedText, tracedLua: string): LoadedLua | null {
  const libraries = librariesOf(loaded);
  const script = prepareScript({ name: 'script', source: loaded.source }, libraries);
  const traced = prepareScript({ name: 'script', source: tracedLua }, libraries, true);
  if (!script.ok || !traced.ok) return null;
  return isTraceable(script.value, traced.value) ? traced.value : null;
}

function buildStrategy(
  { type, config }: StrategyBrain,
  market: Market,
  options: StrategyOptions,
): Result<MakeBrain, string> {
  const read = readStoredConfig(type, config, market);
  if (read.ok) return accepted(strategyBrain(makeStrategy(read.value, market, options)));
  const reasons = read.rejection.map(({ message }) => message).join('; ');
  return rejected(`Its settings do not fit its market: ${reasons}`);
}
