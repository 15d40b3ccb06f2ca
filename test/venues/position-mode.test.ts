// The position mode of Bybit is set for each symbol: a bot may start where its own market is in
// one-way mode, and nowhere else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { sampleAccount } from '#ports/stores/store.fixture.ts';
import { accountSetupRefusal } from '#services/bots/account-setup.ts';
import { openLoopbackExchange } from './loopback-exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';

test('a bot is refused where its market is in hedge mode, without a position there', async (t) => {
  const loopback = await openLoopbackExchange('bybit');
  t.after(() => loopback.close());
  const { venue, server } = loopback;
  const { exchange } = venue;
  const account = sampleAccount('usr_1', {
    accountId: 'a1',
    exchange: 'bybit',
    marketType: 'futures',
    marginMode: 'cross',
  });
  const { positionModes } = accountOf(server.state.skins.bybit.exchange, 'a1');
  const [btc, eth] = [
    await loopback.marketTag('futures', 'BTCUSDT'),
    await loopback.marketTag('futures', 'ETHUSDT'),
  ];
  const refusalOn = (tag: string) =>
    accountSetupRefusal({ account, exchange }, { settings: UNCHOSEN_SETTINGS, marketTag: tag });

  assert.equal(await refusalOn(eth), null);
  positionModes.set('linear:ETHUSDT', 'hedge');
  assert.match((await refusalOn(eth)) ?? 'none', /hedge mode/);
  assert.equal(await refusalOn(btc), null);
  positionModes.set('linear:BTCUSDT', 'hedge');
  positionModes.set('linear:ETHUSDT', 'one_way');
  assert.match((await refusalOn(btc)) ?? 'none', /hedge mode/);
  assert.equal(await refusalOn(eth), null);
});
