// Which bots of spot accounts the first page shows among what is open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdingBots } from '../../console/src/pages/home/holding-bots.ts';

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

test('running bots of spot accounts with an open profit or loss, the best first', () => {
  const bots = [
    bot('losing', '-12.5'),
    bot('flat', '0'),
    bot('flat-too', '-0.00'),
    bot('winning', '3.25'),
    bot('best', '10'),
    bot('stopped', '50', { is_activated: false }),
    // Its position is one of the account already.
    bot('futures', '70', { account_id: 'acc_futures' }),
    bot('of-no-account', '90', { account_id: 'acc_gone' }),
  ];
  const shown = holdingBots(bots, ACCOUNTS).map(({ bot_id: id }) => id);
  assert.deepEqual(shown, ['best', 'winning', 'losing']);
  assert.deepEqual(holdingBots(bots, []), []);
});
