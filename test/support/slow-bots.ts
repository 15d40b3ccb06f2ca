// A process that runs bots, whose threads hang on command: see slow-run-thread.ts. Its limit on
// the time of an update is WALL_MS, a second unless set.

import { readConfig } from '#main/settings/config.ts';
import { runBots } from '#main/bots/run-bots.ts';

const wallMsMax = Number(process.env['WALL_MS'] ?? 1_000);
const config = readConfig(process.env, {}, process.cwd());
const entry = new URL('./slow-run-thread.ts', import.meta.url);
await runBots(config, 'test', { entry, wallMsMax });
