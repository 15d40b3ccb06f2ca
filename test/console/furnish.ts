// Furnishes a user who has used Tidemill for a while: an account, scripts, a finished backtest,
// bots that run and bots that stopped. Pages are looked at with it.

import { readFileSync } from 'node:fs';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { modelOfTemplate, VISUAL_TEMPLATES } from '#domain/visual-rules/templates.ts';
import { present } from '#lib/assert.ts';
import { until } from '../support/until.ts';
import type { ConsoleService, ConsoleUser } from './console-service.ts';
import { largeGraph } from './large-graph.ts';

const SOURCE = new URL('../../examples/scripts/moving-averages.lua', import.meta.url);
const WITH_MISTAKE = 'local fast = SMA(ClosePrices(), 10\nif fast then DoLong() end\n';
const FAULTY_RULES = {
  format: 'tidemill-visual',
  version: 1,
  blocks: [
    { id: 'close', command: 'ClosePrices', inputs: { interval: 60 } },
    {
      id: 'rsi',
      command: 'RSI',
      inputs: { prices: { wires: ['close'] }, period: { name: 'Len' } },
    },
    { id: 'low', command: 'IsSmallerThan', inputs: { input1: { wires: ['rsi'] } } },
    { id: 'loose', command: 'SMA', inputs: { prices: { wires: ['close'] }, period: 20 } },
    { id: 'buy', command: 'DoLong', gate: ['low'] },
    { id: 'sell', command: 'DoExitPosition', gate: ['rsi'] },
  ],
};
const DAY_MS = 86_400_000;
export const MARKET = 'SIM_BTC_USDT';

export type Furniture = {
  readonly accountId: string;
  readonly scriptId: string;
  readonly faultyScriptId: string;
  /** Rules with a filter, a stop and a target. */
  readonly visualScriptId: string;
  /** A graph of twenty blocks. */
  readonly largeScriptId: string;
  /** Rules with mistakes of several kinds. */
  readonly faultyRulesId: string;
  /** A bot on rules, which stands. */
  readonly rulesBotId: string;
  readonly backtestId: string;
  readonly botId: string;
  /** Stopped after forty days of trading. */
  readonly pastBotId: string;
  readonly strategyBotId: string;
  /** Of four runs, which may not have ended yet. */
  readonly labId: string;
};

export async function furnish(
  service: Pick<ConsoleService, 'openAccount' | 'writePastRun'>,
  { api, userName }: ConsoleUser,
): Promise<Furniture> {
  const accountId = await service.openAccount(userName);
  const source = readFileSync(SOURCE, 'utf8');
  const { script_id: scriptId } = await api.createScript({
    body: { name: 'Moving averages', source },
  });
  const { script_id: faultyScriptId } = await api.createScript({
    body: { name: 'Unfinished', source: WITH_MISTAKE },
  });
  const rules = await furnishRules(api);
  const endMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const window = {
    start_at: new Date(endMs - 7 * DAY_MS).toISOString(),
    end_at: new Date(endMs).toISOString(),
  };
  const { backtest_id: backtestId } = await api.createBacktest({
    body: {
      script_id: scriptId,
      account_id: accountId,
      market_tag: MARKET,
      interval: 15,
      ...window,
    },
  });
  const labId = await startLab(api, { scriptId, accountId }, window);
  await addMoods(api, endMs);
  const bot = (name: string, script = scriptId) =>
    api.createBot({
      body: { name, script_id: script, account_id: accountId, market_tag: MARKET },
    });
  const { bot_id: rulesBotId } = await bot('Dips on BTC', rules.visualScriptId);
  const { bot_id: botId } = await bot('Averages on BTC');
  const { bot_id: pastBotId } = await bot('Averages, stopped');
  await service.writePastRun(pastBotId);
  await api.startBot({ bot_id: botId });
  await api.startBot({ bot_id: rulesBotId });
  const strategyBotId = await startGrid(api, accountId);
  await api.placeOrder({
    body: {
      account_id: accountId,
      market_tag: MARKET,
      side: 'buy',
      type: 'market',
      amount: '0.01',
    },
  });
  await until('the backtest has finished', async () => {
    return (await api.getBacktest({ backtest_id: backtestId })).status === 'finished';
  });
  return {
    accountId,
    scriptId,
    faultyScriptId,
    ...rules,
    rulesBotId,
    backtestId,
    botId,
    pastBotId,
    strategyBotId,
    labId,
  };
}

/** A number for each hour of a week. */
async function addMoods(api: ConsoleUser['api'], endMs: number): Promise<void> {
  const points = Array.from({ length: 168 }, (_, index) => ({
    at: new Date(endMs - (168 - index) * 3_600_000).toISOString(),
    value: (Math.sin(index / 9) * 0.6 + Math.sin(index / 2.3) * 0.2).toFixed(3),
  }));
  await api.addDataPoints({ body: { name: 'mood', points } });
}

type RulesFurniture = Pick<Furniture, 'visualScriptId' | 'largeScriptId' | 'faultyRulesId'>;

async function furnishRules(api: ConsoleUser['api']): Promise<RulesFurniture> {
  const template = present(VISUAL_TEMPLATES[2], 'there are ten');
  const visual = async (name: string, document: string): Promise<string> =>
    (await api.createVisualScript({ body: { name, document } })).script_id;
  return {
    visualScriptId: await visual(
      'Dips of a rising market',
      visualText(modelOfTemplate(template, VISUAL_PALETTE)),
    ),
    largeScriptId: await visual('Many averages', largeGraph(20)),
    faultyRulesId: await visual('Unfinished rules', JSON.stringify(FAULTY_RULES)),
  };
}

async function startGrid(api: ConsoleUser['api'], accountId: string): Promise<string> {
  const price = Number((await api.getMarketPrice({ market_tag: MARKET })).price);
  const { bot_id: botId } = await api.createStrategyBot({
    body: {
      name: 'Grid on BTC',
      account_id: accountId,
      type: 'spot_grid',
      config: {
        market_tag: MARKET,
        lower_price: (price * 0.9).toFixed(2),
        upper_price: (price * 1.1).toFixed(2),
        investment: '1000',
      },
    },
  });
  await api.startBot({ bot_id: botId });
  return botId;
}

/** Searches both averages, two values each. */
async function startLab(
  api: ConsoleUser['api'],
  { scriptId, accountId }: Pick<Furniture, 'scriptId' | 'accountId'>,
  window: { readonly start_at: string; readonly end_at: string },
): Promise<string> {
  const { lab_id } = await api.createLab({ body: { name: 'Two averages', script_id: scriptId } });
  await api.configureLab({
    lab_id,
    body: {
      algorithm: 'brute_force',
      account_id: accountId,
      market_tag: MARKET,
      interval: 15,
      parameters: [
        { key: 'Fast', enabled: true, range: { from: 10, to: 20, step: 10 } },
        { key: 'Slow', enabled: true, range: { from: 40, to: 60, step: 20 } },
      ],
    },
  });
  await api.startLab({ lab_id, body: window });
  return lab_id;
}
