// The names of the signals that a bot listens to: of a strategy its token, of a script the ids
// that it passes to the commands that read signals, where they stand in its text.

import type { Bot, BotStore } from '#ports/stores/bot-store.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import { runnableSource } from '#services/scripts/runnable-source.ts';
import { textsPassedTo } from '#services/scripts/texts-passed-to.ts';

export type HeardSignalDeps = {
  readonly scripts: Pick<ScriptStore, 'findScript' | 'listLibraries'>;
};

/** Null: any, as its script makes the names while it runs. Empty: it listens to none. */
export type HeardSignals = readonly string[] | null;

const READERS: ReadonlySet<string> = new Set(['GetRemoteSignal', 'GetWebHookSignal']);

/** Throws Failure. */
export async function heardSignals(
  { scripts }: HeardSignalDeps,
  { userId, brain }: Pick<Bot, 'userId' | 'brain'>,
): Promise<HeardSignals> {
  if (brain.kind === 'strategy') {
    const token = brain.config['signal_token'];
    return typeof token === 'string' && token !== '' ? [token] : [];
  }
  const script = await scripts.findScript(userId, brain.scriptId);
  if (script === null) return [];
  const own = { source: runnableSource(script) };
  const libraries = own.source.includes('CC_') ? await scripts.listLibraries(userId) : [];
  const heard = [own, ...libraries].map(({ source }) => signalNamesIn(source));
  return heard.some((names) => names === null)
    ? null
    : [...new Set(heard.flatMap((names) => names ?? []))].toSorted();
}

export type ListeningBot = Pick<Bot, 'botId' | 'name'> & { readonly signals: HeardSignals };

/** Far above what anyone chooses from. */
const BOTS_MAX = 2_000;
const BOTS_AT_ONCE = 200;

/** The bots of a user that listen to signals, in the order of their ids. Throws Failure. */
export async function listListeningBots(
  deps: HeardSignalDeps & { readonly bots: Pick<BotStore, 'listBots'> },
  { userId }: { readonly userId: string },
): Promise<readonly ListeningBot[]> {
  const listening: ListeningBot[] = [];
  const byScript = new Map<string, HeardSignals>();
  let afterId: string | null = null;
  for (let readCount = 0; readCount < BOTS_MAX; readCount += BOTS_AT_ONCE) {
    const bots: readonly Bot[] = await deps.bots.listBots(userId, afterId, BOTS_AT_ONCE);
    for (const bot of bots) {
      const { brain } = bot;
      const scriptId = brain.kind === 'script' ? brain.scriptId : '';
      const signals =
        scriptId !== '' && byScript.has(scriptId)
          ? (byScript.get(scriptId) ?? null)
          : await heardSignals(deps, bot);
      if (scriptId !== '') byScript.set(scriptId, signals);
      if (signals === null || signals.length > 0)
        listening.push({ botId: bot.botId, name: bot.name, signals });
    }
    afterId = bots.at(-1)?.botId ?? null;
    if (bots.length < BOTS_AT_ONCE) break;
  }
  return listening;
}

/** Null: a name that is no text in the source, or a command that is not called where it stands. */
export function signalNamesIn(source: string): HeardSignals {
  return textsPassedTo(READERS, source);
}
