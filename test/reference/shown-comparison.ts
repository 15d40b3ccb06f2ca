// A comparison of a bot's day as its user gets it: over HTTP, from the command line, and as a page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ParityCause } from '#domain/parity/compare-orders.ts';
import { commandRunner, opened } from '#cli/command-host.fixture.ts';
import type { ComparisonHarness } from '#services/comparisons/comparison-harness.fixture.ts';
import { renderReport } from '#main/reports/render-report.ts';
import { dayText } from '#services/comparisons/request-comparison.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { sampleUser } from '#ports/stores/store.fixture.ts';
import type { TestService } from '../support/test-service.ts';
import { AMPLE_BUDGETS, makeTestService } from '../support/test-service.ts';

type Effects = { readonly [cause in ParityCause]: string };
type ShownOrder = { readonly order_id: string; readonly filled_amount: string };

export type ShownPair = {
  readonly live: ShownOrder | null;
  readonly backtest: ShownOrder | null;
  readonly delay_ms: number | null;
  readonly effects: Effects;
};

export type ShownReport = {
  readonly live_profit: string;
  readonly backtest_profit: string;
  readonly effects: Effects;
  readonly equal_count: number;
  readonly pairs: readonly ShownPair[];
};

export type ComparisonViews = {
  /** Requests it over HTTP. */
  request(dayMs: number): Promise<void>;
  overHttp(
    dayMs: number,
  ): Promise<{ readonly status: string; readonly report: ShownReport | null }>;
  byCommand(dayMs: number): Promise<ShownReport>;
  /** The page that the command writes to this file. */
  asPage(dayMs: number, file: string): Promise<string>;
  close(): Promise<void>;
};

/** Of the bot's user, over what the harness stores. */
export async function comparisonViews(
  { bots, deps }: ComparisonHarness,
  { botId, userId }: Bot,
): Promise<ComparisonViews> {
  const { clock } = deps;
  // Its types name fewer methods of the stores than they have.
  const own: object = deps;
  const service: TestService = await makeTestService((edge) => {
    const services = { ...edge.services, ...own };
    return { ...edge, ports: { ...edge.ports, clock }, services };
  }, AMPLE_BUDGETS);
  await service.store.insertUser(sampleUser({ userId, plan: 'unlimited' }));
  const authorization = `Bearer ${await service.makeKey([], userId)}`;
  const url = `/v1/bots/${botId}/comparisons`;
  const run = commandRunner({
    openLabApplication: opened({ ...deps, users: bots.store }),
    renderReport: async (subject) => renderReport(subject),
  });
  const command = async (dayMs: number, options: readonly string[]): Promise<string> => {
    const words = ['bots', 'compare', botId, '--day', dayText(dayMs), ...options];
    const { exitCode, out, error } = await run(words);
    assert.equal(exitCode, 0, error);
    return out;
  };
  return {
    async request(dayMs) {
      const payload = { day: dayText(dayMs) };
      const request = { method: 'POST', url, headers: { authorization }, payload } as const;
      const response = await service.api.app.inject(request);
      assert.equal(response.statusCode, 202, response.body);
    },
    async overHttp(dayMs) {
      const query = `?day=${dayText(dayMs)}`;
      const headers = { authorization };
      const response = await service.api.app.inject({ method: 'GET', url: url + query, headers });
      assert.equal(response.statusCode, 200, response.body);
      return response.json<Awaited<ReturnType<ComparisonViews['overHttp']>>>();
    },
    byCommand: async (dayMs) => JSON.parse(await command(dayMs, ['--json'])) as ShownReport,
    async asPage(dayMs, file) {
      await command(dayMs, ['--report', file]);
      return readFileSync(file, 'utf8');
    },
    close: () => service.close(),
  };
}
