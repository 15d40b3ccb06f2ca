// Judgement after rounds of kills: signals by the log of the bot that was to hear them.

import assert from 'node:assert/strict';
import { inspect } from 'node:util';

import { until } from '../support/until.ts';
import type { Json } from '../venues/campaign/processes/campaign-client.ts';
import { askUntilFinal } from '../venues/campaign/processes/campaign-client.ts';
import type { KilledInstallation } from './killed-installation.ts';
import type { SentSignal } from './play-rounds.ts';

/** Bots that were killed while they ran are taken up again, after a claim has ended. */
const HEARD_WITHIN_MS = 240_000;
const LINES_SHOWN = 5;

/** Throws unless each signal was heard by its bot exactly once. */
export async function judgeSignals(
  made: KilledInstallation,
  sent: readonly SentSignal[],
): Promise<void> {
  const countsOf = async (): Promise<ReadonlyMap<string, number>> => {
    const lines = await Promise.all(made.botIds.map(async (botId) => heardBy(made, botId)));
    const counts = new Map<string, number>();
    for (const line of lines.flat()) counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  };
  const isAllHeard = async (): Promise<boolean> => {
    const counts = await countsOf();
    return sent.every((signal) => counts.has(nameOf(signal)));
  };
  await until('each signal was heard', isAllHeard, HEARD_WITHIN_MS).catch(() => undefined);
  const counts = await countsOf();
  const wrong = sent.filter((signal) => counts.get(nameOf(signal)) !== 1);
  if (wrong.length === 0) return;
  const said = await Promise.all(made.botIds.map(async (botId) => lastLinesOf(made, botId)));
  const texts = wrong.map(
    (signal) => `${nameOf(signal)}: ${counts.get(nameOf(signal)) ?? 0} times`,
  );
  assert.fail(`Signals were not heard once: ${inspect({ texts, said }, { depth: 6 })}`);
}

async function lastLinesOf({ ask }: KilledInstallation, botId: string): Promise<Json> {
  const { body: bot } = await askUntilFinal(ask, ['GET', `/bots/${botId}`]);
  const path = `/bots/${botId}/logs?limit=${LINES_SHOWN}`;
  const { body: lines } = await askUntilFinal(ask, ['GET', path]);
  return { bot, lines };
}

function nameOf({ botId, id }: SentSignal): string {
  return `${botId} ${id}`;
}

async function heardBy({ ask }: KilledInstallation, botId: string): Promise<readonly string[]> {
  const heard: string[] = [];
  let cursor: string | null = null;
  do {
    const page = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await askUntilFinal(ask, [
      'GET',
      `/bots/${botId}/logs?limit=100${page}`,
    ]);
    assert.equal(status, 200, JSON.stringify(body));
    for (const line of body['data'] as readonly Json[]) {
      const [, id] = /^heard (\S+)$/.exec(String(line['message'])) ?? [];
      if (id !== undefined) heard.push(`${botId} ${id}`);
    }
    cursor = (body['next_cursor'] ?? null) as string | null;
  } while (cursor !== null);
  return heard;
}
