// The bots of a campaign: scripts on accounts of users, and grid, averaging and signal bots of end
// users; and the signals that keep them busy.

import assert from 'node:assert/strict';

import { runCommandHere } from '../../../support/run-command-here.ts';
import { amount, per, plainText } from '#loopback/amount.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import type { Chance } from '#loopback/seeded-chance.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type { Ask, Json } from './campaign-client.ts';
import { askUntilFinal, pause } from './campaign-client.ts';
import type { Installation } from './campaign-installation.ts';
import type { CampaignAccount, CampaignUsers } from './campaign-users.ts';

export type ScriptedBot = { readonly botId: string; readonly account: CampaignAccount };
export type CampaignBots = {
  readonly scripted: readonly ScriptedBot[];
  readonly strategies: readonly { readonly botId: string; readonly userId: string }[];
};

/** One order for each signal, and one that rests, renewed by the minute. */
const SPOT_SOURCE = `
local price = CurrentPrice().close
local signal = GetRemoteSignal("go")
if signal == SignalLong then
  PlaceBuyOrder(price, 0.002, {type = MarketOrderType})
elseif signal == SignalShort then
  PlaceSellOrder(price, 0.001, {type = MarketOrderType})
elseif not IsAnyOrderOpen() then
  PlaceBuyOrder(price, 0.002)
end`;

/** As above; a signal against what is held closes it first. `UNIT` is a thousandth of a bitcoin. */
const FUTURES_SOURCE = `
local price = CurrentPrice().close
local signal = GetRemoteSignal("go")
local held = GetPositionDirection()
local market = {type = MarketOrderType}
if signal == SignalLong and held == PositionShort then
  PlaceExitShortOrder(price, ShortAmount(), market)
elseif signal == SignalLong then
  PlaceGoLongOrder(price, 2 * UNIT, market)
elseif signal == SignalShort and held == PositionLong then
  PlaceExitLongOrder(price, LongAmount(), market)
elseif signal == SignalShort then
  PlaceGoShortOrder(price, 2 * UNIT, market)
elseif not IsAnyOrderOpen() and held ~= PositionShort then
  PlaceGoLongOrder(price, UNIT)
end`;

const TOKEN = 'campaign';
/** Another one than the venue's own; it is set with the first order. */
const FUTURES_SETTINGS = { leverage: '20', margin_mode: 'cross' };

type Strategy = readonly [type: string, config: Json];

/** By number: each end user has one of them. */
const SPOT_STRATEGIES: readonly Strategy[] = [
  [
    'spot_grid',
    { lower_price: '58000', upper_price: '62000', grid_count: 16, investment: '20000' },
  ],
  ['webhook', { signal_token: TOKEN, order_size: '100', allow_multiple_entries: true }],
  [
    'spot_dollar_cost_averaging',
    {
      base_order_size: '100',
      averaging_order_size: '100',
      max_averaging_orders: 3,
      price_deviation_percent: '0.5',
      take_profit_percent: '0.5',
      signal_token: TOKEN,
      start_condition: 'signal',
    },
  ],
];

const MARGIN = { leverage: '5', margin_mode: 'cross' };
const FUTURES_STRATEGIES: readonly Strategy[] = [
  [
    'futures_grid',
    {
      lower_price: '58000',
      upper_price: '62000',
      grid_count: 16,
      investment: '20000',
      direction: 'neutral',
      ...MARGIN,
    },
  ],
  ['webhook', { signal_token: TOKEN, order_size: '200', allow_multiple_entries: true, ...MARGIN }],
  [
    'futures_dollar_cost_averaging',
    {
      base_order_size: '200',
      averaging_order_size: '200',
      max_averaging_orders: 3,
      price_deviation_percent: '0.5',
      take_profit_percent: '0.5',
      signal_token: TOKEN,
      start_condition: 'signal',
      ...MARGIN,
    },
  ],
];

/** To each bot, on average. */
const SIGNAL_EVERY_MS = 5_000;
const HISTORY_MINUTES = 120;
const MINUTE_MS = 60_000;

/** Bots need the minutes before their start: a flat market at its price of now. */
export async function makeHistory(
  { venue, code, dataDir }: Pick<Installation, 'venue' | 'code' | 'dataDir'>,
  market: string,
  marketTag: string,
): Promise<void> {
  const nowMinute = Math.floor(venue.state.clock.nowMs() / MINUTE_MS);
  const price = String(marketOf(exchangeOf(venue.state, code), market).middle / 10n ** 8n);
  const candles = Array.from({ length: HISTORY_MINUTES }, (_, index) => {
    const startMs = (nowMinute - HISTORY_MINUTES + index) * MINUTE_MS;
    return [String(startMs), price, price, price, price, '1'];
  });
  venue.control('candles', { venue: code, market, candles });
  const from = new Date((nowMinute - HISTORY_MINUTES) * MINUTE_MS).toISOString();
  await syncWhole(dataDir, ['history', 'sync', '--market', marketTag, '--from', from]);
}

const SYNC_TRIES_MAX = 20;

/** Follows the advice of a sync that ended early, as on a machine with too much to do. */
async function syncWhole(dataDir: string, words: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await runCommandHere(dataDir, words);
      return;
    } catch (error) {
      if (tries === SYNC_TRIES_MAX || !String(error).includes('it continues from there'))
        throw error;
    }
  }
}

/** Of a bitcoin, in the amounts of the market. */
function thousandth({ venue, code }: Installation): string {
  const market = `linear:BTC${dollarsAt(code)}`;
  const { contractValue } = marketOf(exchangeOf(venue.state, code), market).terms;
  return plainText(per(amount('0.001'), contractValue));
}

export async function startBots(
  installation: Installation,
  users: CampaignUsers,
  marketTag: string,
): Promise<CampaignBots> {
  const { dataDir, kind } = installation;
  const isSpot = kind === 'spot';
  const source = isSpot ? SPOT_SOURCE : FUTURES_SOURCE.replaceAll('UNIT', thousandth(installation));
  const scripted: ScriptedBot[] = [];
  for (const [index, account] of users.byScript.entries()) {
    const { accountId, ask } = account;
    const name = `script-${index}`;
    await runCommandHere(dataDir, ['accounts', 'activate-bots', accountId]);
    const script = await made(ask, ['POST', '/scripts', { name, source }, name]);
    const bot = {
      account_id: accountId,
      market_tag: marketTag,
      script_id: script['script_id'],
      name,
      settings: { interval: 1, ...(isSpot ? {} : FUTURES_SETTINGS) },
    };
    const botId = String((await made(ask, ['POST', '/bots', bot, `bot-${index}`]))['bot_id']);
    await made(ask, ['POST', `/bots/${botId}/start`]);
    scripted.push({ botId, account });
  }
  const strategies: CampaignBots['strategies'][number][] = [];
  const kinds = isSpot ? SPOT_STRATEGIES : FUTURES_STRATEGIES;
  for (const [index, { userId }] of users.endUsers.entries()) {
    const [type, settings] = kinds[index % kinds.length] ?? ['', {}];
    const bot = { type, config: { ...settings, market_tag: marketTag } };
    const url = `/users/${userId}/bots`;
    const { bot_id: botId } = await made(users.partner, ['POST', url, bot, `bot-${index}`]);
    await made(users.partner, ['POST', `${url}/${String(botId)}/start`]);
    strategies.push({ botId: String(botId), userId });
  }
  return { scripted, strategies };
}

/** Signals until the campaign ends; one that is not taken is not missed. */
export async function sendSignals(
  { scripted }: CampaignBots,
  partner: Ask,
  chance: Chance,
  isOver: () => boolean,
): Promise<void> {
  const toScripts = scripted.map(async ({ account: { ask }, botId }) => {
    while (!isOver()) {
      await pause(chance.below(2 * SIGNAL_EVERY_MS));
      const action = chance.next() < 0.5 ? 'enter_long' : 'enter_short';
      await ask('POST', `/bots/${botId}/signals`, { name: 'go', action });
    }
  });
  const toEndUsers = async (): Promise<void> => {
    while (!isOver()) {
      await pause(chance.below(2 * SIGNAL_EVERY_MS));
      const action = chance.next() < 0.6 ? 'buy' : 'sell';
      await partner('POST', '/signals', { signal_token: TOKEN, action });
    }
  };
  await Promise.all([...toScripts, toEndUsers()]);
}

async function made(ask: Ask, given: Parameters<typeof askUntilFinal>[1]): Promise<Json> {
  const { status, body } = await askUntilFinal(ask, given);
  assert(status >= 200 && status < 300, `${given[1]}: ${status} ${JSON.stringify(body)}`);
  return body;
}
