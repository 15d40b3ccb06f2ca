// Spot accounts on the first page among what is open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  likelyHolders,
  spotHoldings,
  worthOf,
} from '../../console/src/pages/home/spot-holdings.ts';

const ACCOUNTS = [
  { account_id: 'acc_spot', market_type: 'spot' },
  { account_id: 'acc_futures', market_type: 'futures' },
] as const;

const bot = (botId: string, profit: string, of: object = {}) => ({
  bot_id: botId,
  account_id: 'acc_spot',
  is_activated: true,
  unrealized_profit: profit,
  ...of,
});
const stopped = { is_activated: false };

test('bots on spot accounts may hold something: those with an open profit first', () => {
  const bots = [
    bot('losing', '-12.5'),
    bot('flat', '0'),
    bot('winning', '3.25'),
    bot('stopped', '5', stopped),
    bot('stopped-flat', '-0.00', stopped),
    bot('best', '10'),
    // Its position is one of the account already.
    bot('futures', '70', { account_id: 'acc_futures' }),
    bot('of-no-account', '90', { account_id: 'acc_gone' }),
  ];
  const shown = likelyHolders(bots, ACCOUNTS).map(({ bot_id: id }) => id);
  assert.deepEqual(shown, ['best', 'stopped', 'winning', 'losing', 'flat']);
  assert.deepEqual(likelyHolders(bots, []), []);
});

const held = (amount: string, tag = 'BTC_USDT') => ({
  market_tag: tag,
  direction: 'long' as const,
  amount,
});
const KNOWN = {
  baseOf: (tag: string) => tag.split('_')[0],
  moneyOf: () => 'USDT',
};

function shownOf(holders: Parameters<typeof spotHoldings>[0], balances: Record<string, string>) {
  const all = Object.entries(balances).map(([currency, total]) => ({ currency, total }));
  const shown = spotHoldings(holders, new Map([['acc_spot', all]]), KNOWN);
  return {
    bots: shown.holders.map((of) => of.bot.bot_id),
    rest: shown.rest.map(({ currency, amount }) => `${amount} ${currency}`),
  };
}

const running = { bot: bot('running', '1'), positions: [held('0.5')] };
const ended = { bot: bot('ended', '2', stopped), positions: [held('0.25')] };

const CASES = [
  // What was bought by hand, and no bot.
  [[], { USDT: '900', BTC: '0.1' }, [], ['0.1 BTC']],
  // All is a bot's, less the fee.
  [[running], { USDT: '1', BTC: '0.4995' }, ['running'], []],
  [[running], { USDT: '1', BTC: '0.75', ETH: '2' }, ['running'], ['0.25 BTC', '2 ETH']],
  // A stopped bot holds on, also beside one that runs.
  [[ended], { BTC: '0.25' }, ['ended'], []],
  [[ended, running], { BTC: '0.75' }, ['ended', 'running'], []],
  // What it held was sold by hand, or is another bot's by now.
  [[ended], { BTC: '0.01' }, [], ['0.01 BTC']],
  [[ended, running], { BTC: '0.5' }, ['running'], []],
  // It runs, and holds nothing.
  [[{ bot: bot('waiting', '0'), positions: [] }], { USDT: '5' }, [], []],
] as const;

test('each coin is shown once: as a bot’s, or as the rest', () => {
  for (const [holders, balances, bots, rest] of CASES)
    assert.deepEqual(shownOf(holders, balances), { bots, rest }, JSON.stringify(balances));
});

test('while the balances are not known, what bots say is shown', () => {
  const shown = spotHoldings([running, ended], new Map(), KNOWN);
  assert.deepEqual(
    shown.holders.map((of) => of.bot.bot_id),
    ['running', 'ended'],
  );
  assert.deepEqual(shown.rest, []);
});

test('what is worth less than one is no position', () => {
  assert.equal(worthOf('0.5', '62000.5'), '31000.25');
  assert.equal(worthOf('0.00001', '62000'), null);
  assert.equal(worthOf('5', undefined), null);
});
