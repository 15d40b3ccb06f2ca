// `node bench/bot-start.ts [bots=1000 replayed=10 days=365 starts=1]`: how long a process takes,
// after another one was killed, until it runs all bots of a long life again, with snapshots of
// their runs and without. `starts`: on how many different days the bots began.

import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '#lib/time.ts';
import { ageBots } from './bots/age-bots.ts';
import { quantile, table } from './bots/figures.ts';
import { startRunner } from './bots/start-runner.ts';
import type { ScriptName } from './bots/world.ts';
import { makeWorld } from './bots/world.ts';

const SCRIPTS: readonly ScriptName[] = ['idle'];
const WAIT_MS_MAX = 280_000;
const LOOK_MS = 50;

function chosen(name: string, usual: number): number {
  const word = process.argv.find((each) => each.startsWith(`${name}=`));
  return word === undefined ? usual : Number(word.slice(name.length + 1));
}

const days = chosen('days', 365);
const starts = chosen('starts', 1);
const rows = [
  [
    'bots',
    'from',
    'back after',
    'process',
    'lease',
    'first bot',
    'all others',
    'CPU a bot',
    'memory a bot',
    'snapshot',
    'written in',
  ],
];
rows.push(await measure(chosen('bots', 1_000), true));
if (chosen('replayed', 10) > 0) rows.push(await measure(chosen('replayed', 10), false));
process.stdout.write(`${table(rows)}\n`);

async function measure(count: number, hasSnapshots: boolean): Promise<string[]> {
  const world = await makeWorld();
  try {
    const nowMs = Date.now();
    const beganMs = (index: number): number => nowMs - (days - (index % starts)) * DAY_MS;
    await world.startBots(count, SCRIPTS, beganMs);
    const aged = await ageBots(world.url, nowMs, hasSnapshots);
    const empty = await startRunner(world.url);
    const { rssBytes: emptyBytes, cpuMs: emptyMs } = await empty.ask();
    await empty.kill();
    const killedMs = Date.now();
    const runner = await startRunner(world.url);
    let startUp = await runner.askStartUp();
    while (startUp.runningCount < count && Date.now() - killedMs < WAIT_MS_MAX) {
      await pause(LOOK_MS);
      startUp = await runner.askStartUp();
    }
    const { readyAtMs, heldAtMs, firstAtMs, lastAtMs, runningCount } = startUp;
    const { cpuMs, rssBytes } = await runner.ask();
    await runner.end();
    const isWhole = runningCount === count;
    return [
      isWhole ? `${count}` : `${runningCount} of ${count}`,
      hasSnapshots ? 'snapshots' : 'their beginning',
      seconds(lastAtMs - killedMs),
      seconds(readyAtMs - killedMs),
      seconds(heldAtMs - readyAtMs),
      seconds(firstAtMs - heldAtMs),
      seconds(lastAtMs - firstAtMs),
      `${((cpuMs - emptyMs) / runningCount).toFixed(1)} ms`,
      `${((rssBytes - emptyBytes) / runningCount / 2 ** 20).toFixed(2)} MiB`,
      hasSnapshots ? `${quantile(aged.characters, 0.5)} characters` : '',
      hasSnapshots ? `${quantile(aged.writtenMs, 0.5).toFixed(1)} ms` : '',
    ];
  } finally {
    await world.end();
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
