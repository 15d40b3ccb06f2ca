// The spot account of a user of Bitget, and what is said of a key.

import { plainText } from '#loopback/amount.ts';
import type { BitgetContext, BitgetEndpoints } from '#loopback/skins/bitget/bitget-endpoint.ts';
import { textOf } from '#loopback/skins/bitget/bitget-endpoint.ts';
import { bitgetReply } from '#loopback/skins/bitget/bitget-errors.ts';

export const BITGET_ACCOUNT: BitgetEndpoints = {
  'GET /api/v2/spot/account/assets': {
    access: 'read',
    operation: 'balances',
    perSecond: 10,
    takes: ['coin', 'assetType'],
    run({ exchange, account, parameters }: BitgetContext) {
      const wanted = textOf(parameters, 'coin');
      const nowMs = exchange.clock.nowMs();
      const owned = [...(exchange.ledger.owners.get(account.id) ?? [])];
      return bitgetReply(
        owned
          .filter(([coin]) => wanted === null || coin === wanted)
          .map(([coin, { free, locked }]) => ({
            coin,
            available: plainText(free),
            frozen: plainText(locked),
            locked: '0',
            limitAvailable: '0',
            uTime: String(nowMs),
          })),
        nowMs,
      );
    },
  },
  'GET /api/v2/spot/account/info': {
    access: 'read',
    operation: 'credentials',
    perSecond: 1,
    takes: [],
    run({ exchange, account, key }: BitgetContext) {
      const authorities = ['stor', 'coor'];
      if (key.canTrade) authorities.push('stow', 'coow');
      if (key.canWithdraw) authorities.push('wwow');
      return bitgetReply(
        {
          userId: String(account.uid),
          inviterId: null,
          channelCode: 'XXX',
          channel: 'YYY',
          ips: key.addresses.join(','),
          authorities,
          parentId: account.uid,
          traderType: 'not_trader',
          regisTime: String(key.createdAtMs),
        },
        exchange.clock.nowMs(),
      );
    },
  },
};
