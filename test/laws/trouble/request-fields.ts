// Data: what requests name, and by operation their fields that differ from the examples of the
// document; undefined leaves one out.

import type { Json } from '#lib/json.ts';

/** What requests name: an account and a market at the exchange that is well. */
export const QUIET_NAMES = {
  account_id: 'acc_own',
  market_tag: 'still_btc_usdt',
  exchange: 'still',
  code: 'still',
  market_type: 'spot',
  version: '1',
  series_name: 'sentiment',
};

type Fields = Readonly<Record<string, Json | undefined>>;

const END_USER: Fields = {
  is_simulated: false,
  balances: undefined,
  credentials: { api_key: 'a-key-of-4-users', api_secret: 'a secret' },
};

const SIGNALS: Json = {
  market_tag: 'still_btc_usdt',
  signal_token: 'go',
  order_size: '200',
  order_type: 'market',
};

export const REQUEST_FIELDS: Readonly<Record<string, Fields>> = {
  whitelabelCreateUser: END_USER,
  partnerCreateUser: { ...END_USER, external_id: 'customer-43' },
  createNotificationChannel: {
    telegram: { token: '7301188212:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1', chat_id: '40721' },
  },
  createNotificationRule: { bot_ids: [], account_ids: [], channel_ids: [] },
  createBot: { parameters: {} },
  createStrategyBot: { type: 'webhook', config: SIGNALS },
  createHook: { signal: 'go' },
  placeAccountOrder: {
    side: 'buy',
    type: 'limit',
    price: '60000',
    trigger_price: undefined,
    expires_at: undefined,
  },
};
