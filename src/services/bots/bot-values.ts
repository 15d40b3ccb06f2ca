// Values of the blocks of a running bot's visual script in its newest update. They are
// recorded as long as they are requested: each request subscribes for a while, and the first one
// shows none yet.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { LIMITS } from '#lib/limits.ts';
import type { UpdateValue } from '#backtesting/port-values/update-values.ts';
import { paletteFor } from '#commands/visual/custom-block-kinds.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual, traceVisual } from '#domain/visual/compile-visual.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { TracedVisual } from '#domain/visual/traced-visual.ts';
import type { ValueSubscription, BotValueStore } from '#ports/stores/bot-value-store.ts';
import type { Bot, BotStore, LoadedScript } from '#ports/stores/bot-store.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';

export type BotValuesDeps = {
  readonly bots: Pick<BotStore, 'findBot' | 'findLoadedBrain'>;
  readonly botRuns: Pick<BotValueStore, 'renewSubscription' | 'subscribe'>;
  readonly scripts: Pick<ScriptStore, 'findScript' | 'listVersions' | 'findVersion'>;
};

export type BotValues = {
  /** Of the newest update; null: there was none since the first request. */
  readonly updatedAtMs: number | null;
  /** The version of its script that the bot loaded; null: there is none to show. */
  readonly scriptVersion: number | null;
  /** Why there are none to come; null: there are. */
  readonly missing: string | null;
  readonly values: readonly UpdateValue[];
};

export type { UpdateValue };

/** Older versions than so many are not compared. */
const VERSIONS_MAX = 20;

/**
 * Newest values, and a subscription renewed; without values yet, or when the bot does not run, the
 * reason.
 */
export async function readBotValues(
  deps: BotValuesDeps,
  { userId, botId }: { readonly userId: string; readonly botId: string },
): Promise<Result<BotValues, 'bot_not_found'>> {
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return rejected('bot_not_found');
  if (!bot.isActivated) return accepted(missing('It does not run.'));
  const { activation } = bot;
  const found = await deps.botRuns.renewSubscription(botId, activation, LIMITS.botSubscriptionMs);
  return accepted(found === null ? await begin(deps, bot) : valuesOf(found));
}

function valuesOf({ scriptVersion, newest }: ValueSubscription): BotValues {
  const values = newest === null ? [] : (JSON.parse(newest.values) as readonly UpdateValue[]);
  return { updatedAtMs: newest?.atMs ?? null, scriptVersion, missing: null, values };
}

function missing(reason: string): BotValues {
  return { updatedAtMs: null, scriptVersion: null, missing: reason, values: [] };
}

const NOT_VISUAL = 'Values are recorded of visual scripts, and this one is none.';
const NOT_FOUND =
  'What the bot loaded is not among the newest versions of its script, or was compiled by ' +
  'another version of the service: start the bot anew.';
const DELETED = 'Its script was deleted.';
const TOO_MANY =
  `The values of ${LIMITS.botSubscriptionsPerUserMax} of your bots are being read. ` +
  'Close the pages of some.';

async function begin(deps: BotValuesDeps, bot: Bot): Promise<BotValues> {
  const { botId, activation, brain } = bot;
  const loaded = await deps.bots.findLoadedBrain(botId);
  if (brain.kind !== 'script' || loaded?.kind !== 'script') return missing(NOT_VISUAL);
  const found = await findLoaded(deps, bot.userId, brain.scriptId, loaded);
  if (typeof found === 'string') return missing(found);
  const { scriptVersion, traced } = found;
  const { botSubscriptionMs, botSubscriptionsPerUserMax } = LIMITS;
  const wanted = { botId, activation, scriptVersion, traced: JSON.stringify(traced) };
  const hasBegun = await deps.botRuns.subscribe(
    wanted,
    botSubscriptionMs,
    botSubscriptionsPerUserMax,
  );
  return hasBegun ? valuesOf({ scriptVersion, newest: null }) : missing(TOO_MANY);
}

type FoundVersion = { readonly scriptVersion: number; readonly traced: TracedVisual };

/** The version that is the text which the bot loaded; a script may have been changed since. */
async function findLoaded(
  { scripts }: BotValuesDeps,
  userId: string,
  scriptId: string,
  loaded: LoadedScript,
): Promise<FoundVersion | string> {
  const script = await scripts.findScript(userId, scriptId);
  if (script?.type !== 'visual') return script === null ? DELETED : NOT_VISUAL;
  const versions = await scripts.listVersions(userId, scriptId, null, VERSIONS_MAX);
  for (const { version: scriptVersion } of versions) {
    const version = await scripts.findVersion(userId, scriptId, scriptVersion);
    const traced = version === null ? null : tracedAs(version.source, loaded);
    if (traced !== null) return { scriptVersion, traced };
  }
  return NOT_FOUND;
}

/** Null: the bot loaded another text. */
function tracedAs(source: string, loaded: LoadedScript): TracedVisual | null {
  const { model } = readVisualText(source, VISUAL_PALETTE);
  if (model === null) return null;
  const palette = paletteFor(model, loaded.libraries);
  if (compileVisual(model, palette).lua !== loaded.source) return null;
  return traceVisual(model, palette);
}
