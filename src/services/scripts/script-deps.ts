// Dependencies of the use cases of scripts.

import type { BotStore } from '#ports/stores/bot-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { ScriptChecker } from '#ports/work/script-checker.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';

export type ScriptDeps = {
  readonly scripts: ScriptStore;
  readonly checker: ScriptChecker;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly bots: Pick<BotStore, 'findRunningBots'>;
};

export type { Script, ScriptRow } from '#ports/stores/script-store.ts';
export type { ScriptCheck, ScriptInput, ScriptLibrary } from '#ports/work/script-checker.ts';
