// A day of intents: the installation that it happens in, and what each act of it leaves to judge.

import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import type { Promised2xx } from './judge-promise.ts';

export type JudgedPromise = {
  readonly operation: string;
  readonly act: string;
  readonly promised: Promised2xx;
};

export type Day = {
  readonly harness: BotHarness;
  readonly runner: BotRunner;
  readonly chance: () => number;
  readonly isLate: boolean;
};

export type Act = (day: Day) => Promise<JudgedPromise>;

export const TAG = 'SIM_BTC_USDT';
export const SIGNAL_BOT = {
  kind: 'strategy',
  type: 'webhook',
  config: { market_tag: TAG, signal_token: 'go', order_size: '200', order_type: 'market' },
} as const;

/** Before its first minute, or after some. */
export async function begin({ harness, runner, isLate }: Day): Promise<void> {
  await runner.renew();
  await runner.tick();
  if (isLate) await harness.passMinutes(2, [runner]);
}

export async function receive(runner: BotRunner): Promise<void> {
  await runner.receive();
  await runner.settled();
}
