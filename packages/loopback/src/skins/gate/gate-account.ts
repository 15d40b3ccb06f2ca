// The spot account of a user of Gate, and what is said of keys.

import { plainText } from '#loopback/amount.ts';
import { GateRefusal } from '#loopback/skins/gate/gate-errors.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import type { GateContext, GateEndpoints } from '#loopback/skins/gate/gate-endpoint.ts';
import { textOf } from '#loopback/skins/gate/gate-endpoint.ts';

const read = { access: 'read', perTenSeconds: 200 } as const;
const KEY_SHOWN = 12;

export const GATE_ACCOUNT: GateEndpoints = {
  'GET /spot/accounts': {
    ...read,
    operation: 'balances',
    takes: ['currency'],
    run({ exchange, account, parameters }: GateContext) {
      const wanted = textOf(parameters, 'currency');
      // A unified account has its money elsewhere.
      const owned =
        account.mode === null ? [...(exchange.ledger.owners.get(account.id) ?? [])] : [];
      return jsonReply(
        200,
        owned
          .filter(([currency]) => wanted === null || currency === wanted)
          .map(([currency, { free, locked }]) => ({
            currency,
            available: plainText(free),
            locked: plainText(locked),
            update_id: 98,
          })),
      );
    },
  },
  'GET /unified/accounts': {
    ...read,
    operation: 'balances',
    perTenSeconds: 150,
    takes: ['currency', 'sub_uid'],
    run({ exchange, account }: GateContext) {
      if (account.mode !== 'unified')
        throw new GateRefusal(400, 'ACCOUNT_NOT_UNIFIED', 'The account is not a unified one');
      const owned = [...(exchange.ledger.owners.get(account.id) ?? [])];
      const balances = owned.map(([currency, { free, locked }]) => [
        currency,
        {
          available: plainText(free),
          freeze: plainText(locked),
          borrowed: '0',
          negative_liab: '0',
          futures_pos_liab: '0',
          equity: plainText(free + locked),
          total_freeze: plainText(locked),
          total_liab: '0',
          spot_in_use: '0',
        },
      ]);
      return jsonReply(200, {
        user_id: account.uid,
        locked: false,
        balances: Object.fromEntries(balances),
      });
    },
  },
  'GET /account/detail': {
    ...read,
    operation: 'credentials',
    perTenSeconds: 150,
    takes: [],
    run: ({ account, key }: GateContext) =>
      jsonReply(200, {
        user_id: account.uid,
        ip_whitelist: key.addresses,
        currency_pairs: [],
        key: { mode: account.mode === 'unified' ? 2 : 1 },
        tier: 0,
        copy_trading_role: 0,
      }),
  },
  'GET /account/main_keys': {
    ...read,
    operation: 'credentials',
    perTenSeconds: 150,
    takes: [],
    run: ({ exchange, account }: GateContext) =>
      jsonReply(
        200,
        [...exchange.keys.values()]
          .filter(({ accountId, isRevoked }) => accountId === account.id && !isRevoked)
          .map(({ key, addresses, canTrade, canWithdraw, createdAtMs }) => ({
            state: 1,
            mode: 1,
            name: 'loopback',
            user_id: account.uid,
            perms: [
              { name: 'account', read_only: true },
              { name: 'spot', read_only: !canTrade },
              ...(canWithdraw ? [{ name: 'withdraw', read_only: false }] : []),
            ],
            ip_whitelist: addresses,
            currency_pairs: [],
            key: `${key.slice(0, KEY_SHOWN)}*****`,
            created_at: Math.floor(createdAtMs / 1_000),
            update_at: Math.floor(createdAtMs / 1_000),
            last_access: Math.floor(createdAtMs / 1_000),
          })),
      ),
  },
};
