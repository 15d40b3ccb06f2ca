// Companies of an exchange with customers, listings and hosts of their own, and test nets. Each
// speaks its exchange's dialect, and is an exchange by itself to accounts, markets and orders.
// Hosts by ccxt 4.5.84's classes of these names. Binance.US is not among them: nothing there says
// which rights a key has, and one that may withdraw is refused here.

import type { MarketType } from '#venue-port/market/market.ts';

export type Company = {
  /** In our own interface; letters and digits, as tags of markets begin with it. */
  readonly code: string;
  readonly name: string;
  /** The code of the exchange whose dialect it speaks. */
  readonly of: string;
  /** The class of the signing library. */
  readonly libraryId: string;
  /** In place of each host of the exchange. */
  readonly hosts: { readonly [exchangeHost: string]: string };
  /** Those of the exchange that it offers. */
  readonly marketTypes: readonly MarketType[];
  readonly isTestNet: boolean;
};

const SPOT: readonly MarketType[] = ['spot'];
const SPOT_AND_FUTURES: readonly MarketType[] = ['spot', 'futures'];

export const COMPANIES: readonly Company[] = [
  {
    code: 'binancetest',
    name: 'Binance spot test net',
    of: 'binance',
    libraryId: 'binance',
    hosts: {
      'api.binance.com': 'testnet.binance.vision',
      'ws-api.binance.com': 'ws-api.testnet.binance.vision',
      'stream.binance.com': 'stream.testnet.binance.vision',
    },
    marketTypes: SPOT,
    isTestNet: true,
  },
  {
    code: 'bybiteu',
    name: 'Bybit EU',
    of: 'bybit',
    libraryId: 'bybiteu',
    hosts: { 'api.bybit.com': 'api.bybit.eu', 'stream.bybit.com': 'stream.bybit.eu' },
    marketTypes: SPOT,
    isTestNet: false,
  },
  {
    code: 'bybitid',
    name: 'Bybit Indonesia',
    of: 'bybit',
    libraryId: 'bybitid',
    hosts: { 'api.bybit.com': 'api.bybit.id', 'stream.bybit.com': 'stream.bybit.id' },
    marketTypes: SPOT_AND_FUTURES,
    isTestNet: false,
  },
  {
    code: 'bybittest',
    name: 'Bybit test net',
    of: 'bybit',
    libraryId: 'bybit',
    hosts: {
      'api.bybit.com': 'api-testnet.bybit.com',
      'stream.bybit.com': 'stream-testnet.bybit.com',
    },
    marketTypes: SPOT_AND_FUTURES,
    isTestNet: true,
  },
  {
    code: 'gateeu',
    name: 'Gate EU',
    of: 'gate',
    libraryId: 'gateeu',
    hosts: { 'api.gateio.ws': 'api.gateeu.com' },
    marketTypes: SPOT,
    isTestNet: false,
  },
  {
    code: 'okxeea',
    name: 'OKX EEA',
    of: 'okx',
    libraryId: 'myokx',
    hosts: { 'www.okx.com': 'eea.okx.com', 'ws.okx.com': 'wseea.okx.com' },
    marketTypes: SPOT,
    isTestNet: false,
  },
  {
    code: 'okxus',
    name: 'OKX US',
    of: 'okx',
    libraryId: 'okxus',
    hosts: { 'www.okx.com': 'us.okx.com', 'ws.okx.com': 'wsus.okx.com' },
    marketTypes: SPOT,
    isTestNet: false,
  },
];

/** Null: an exchange itself, or nothing that is known. */
export function findCompany(code: string): Company | null {
  return COMPANIES.find((company) => company.code === code) ?? null;
}
