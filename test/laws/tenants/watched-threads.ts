// A process of bots for the law: one owner whose scripts cost what a case says beside others whose
// scripts cost little, and a record of what each thread did for whom, and when.

import type { InProcessThreads } from '#adapters/memory/in-process-threads.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { pricedThreads } from '#services/live/runner/priced-threads.fixture.ts';
import type { RunReply, RunRequest } from '#services/live/state/run-messages.ts';

export type ScriptLanguage = 'lua' | 'pine';

const SAID = 'a minute';

/** What says each minute that it ran, in each language of scripts. */
const SAYS_EACH_MINUTE: Readonly<Record<ScriptLanguage, string>> = {
  lua: `Log("${SAID}")`,
  pine: `//@version=6\nindicator("each minute")\nlog.info("${SAID}")\n`,
};

export const SCRIPT_LANGUAGES = Object.keys(SAYS_EACH_MINUTE) as readonly ScriptLanguage[];

export type Case = {
  /** Threads that owners share; one more is reserved. */
  readonly sharedCount: number;
  readonly heavyCount: number;
  /** What an update of the heavy owner takes, by the minute of its bots and their number. */
  readonly costMs: (minute: number, index: number) => number;
  /** The heavy owner's bots are started when the others have run for a while. */
  readonly isLate: boolean;
  /** A minute in which one of its bots is stopped and started anew; null: none is. */
  readonly restartMinute: number | null;
};

/** An update that a thread really ran. */
export type SeenUpdate = {
  readonly minute: number;
  readonly thread: number;
  readonly isShared: boolean;
  readonly botId: string;
  readonly ownerId: string;
  readonly costMs: number;
};

export type Observation = {
  readonly updates: readonly SeenUpdate[];
  readonly heavyOwnerId: string;
  /** Of bots of others: minutes that passed, that they ran, and that their logs call missed. */
  readonly others: readonly {
    readonly passed: number;
    readonly ran: number;
    readonly said: number;
  }[];
  /** Minutes in which a bot was started, by bot. */
  readonly startedAt: ReadonlyMap<string, readonly number[]>;
  /** Bots of the heavy owner that were ended for it. */
  readonly endedCount: number;
};

type Threads = InProcessThreads<RunRequest, RunReply>;
/** A defect of the process, planted in its threads. */
export type PlantInThreads = (threads: Threads) => Threads;

export type World = { readonly plant?: PlantInThreads; readonly isUnmetered?: boolean };

const MINUTES = 16;
const LATE_MINUTE = 3;

export async function watch(
  each: Case,
  language: ScriptLanguage,
  world: World,
): Promise<Observation> {
  const harness = await botHarness();
  const state = { minute: 0, updates: [] as SeenUpdate[] };
  const heavy = await harness.newcomer();
  const byId = new Map<string, { readonly bot: Bot; readonly index: number }>();
  const costOf = (botId: string): number => {
    const known = byId.get(botId);
    if (known === undefined || known.bot.userId !== heavy.userId) return 1;
    return each.costMs(state.minute, known.index);
  };
  const botOf = (request: RunRequest): string =>
    'runId' in request ? (request.runId.split('/')[0] ?? '') : '';
  const priced = pricedThreads(
    each.sharedCount + 1,
    () => harness.sim.nowMs(),
    (request) =>
      request.kind === 'advance' && world.isUnmetered !== true ? costOf(botOf(request)) : 0,
  );
  const threads = world.plant?.(priced.threads) ?? priced.threads;
  const runner = harness.runner({}, {}, threads);
  const startedAt = new Map<string, number[]>();
  const start = async (bot: Promise<Bot>, index: number): Promise<Bot> => {
    const made = await bot;
    byId.set(made.botId, { bot: made, index });
    startedAt.set(made.botId, [...(startedAt.get(made.botId) ?? []), state.minute]);
    return made;
  };
  // Of two owners: none is ever alone.
  const source = SAYS_EACH_MINUTE[language];
  const third = await harness.newcomer();
  const owners = [{}, { userId: third.userId, accountId: third.accountId }];
  const others: Bot[] = [];
  for (const [index, owner] of owners.entries())
    others.push(await start(harness.start(source, owner), index));
  const { userId, accountId } = heavy;
  const own: Bot[] = [];
  for (; state.minute < MINUTES; state.minute += 1) {
    if (state.minute === (each.isLate ? LATE_MINUTE : 0))
      for (let index = 0; index < each.heavyCount; index += 1)
        own.push(await start(harness.start(source, { userId, accountId }), index));
    const [first] = own;
    if (state.minute === each.restartMinute && first !== undefined) {
      await harness.restart(first, source);
      startedAt.get(first.botId)?.push(state.minute);
    }
    priced.served.length = 0;
    await harness.passMinutes(1, [runner]);
    // What was refused on its thread is begun elsewhere at its next turn.
    await runner.tick();
    for (const { thread, request } of priced.served)
      if (request.kind === 'advance') note(thread, botOf(request));
  }
  function note(thread: number, botId: string): void {
    const ownerId = byId.get(botId)?.bot.userId ?? '';
    const costMs = costOf(botId);
    const isShared = thread < each.sharedCount;
    state.updates.push({ minute: state.minute, thread, isShared, botId, ownerId, costMs });
  }
  return {
    updates: state.updates,
    heavyOwnerId: userId,
    others: await Promise.all(others.map((bot) => minutesOf(harness, bot))),
    startedAt,
    endedCount: await endedOf(harness, own),
  };
}

async function minutesOf(harness: BotHarness, bot: Bot): Promise<Observation['others'][number]> {
  const lines = await harness.linesOf(bot);
  return {
    passed: MINUTES,
    ran: lines.filter(({ message }) => message === SAID).length,
    said: lines.filter(({ message }) => /missed|not run/.test(message)).length,
  };
}

async function endedOf(harness: BotHarness, bots: readonly Bot[]): Promise<number> {
  const found = await Promise.all(bots.map((bot) => harness.find(bot)));
  return found.filter(({ isActivated }) => !isActivated).length;
}
