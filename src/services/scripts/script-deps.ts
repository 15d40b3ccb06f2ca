// What the use cases of scripts need of the world.

import type { BotStore } from '#ports/bot-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Digest } from '#ports/digest.ts';
import type { ScriptChecker } from '#ports/script-checker.ts';
import type { ScriptStore } from '#ports/script-store.ts';

export type ScriptDeps = {
  readonly scripts: ScriptStore;
  readonly checker: ScriptChecker;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly bots: Pick<BotStore, 'findRunningBots'>;
};

export type {
  Script,
  ScriptCheck,
  ScriptInput,
  ScriptLibrary,
  ScriptRow,
} from '#ports/script-store.ts';
