// One market, one account and the settings of a bot, as a dry run shows them.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { MarketFacts } from '#engine/run-api/market-api.ts';
import type { OrderTypeName } from '#engine/run-api/order-api.ts';
import type { BotFlag } from '#engine/run-api/settings-api.ts';
import { FLAT_PRICE } from '#commands/check/flat-window.ts';

const MARKET_TAG = 'SIM_BTC_USDT_';
const STEP = 0.01;
const AMOUNT_STEP = 0.0001;
const BALANCE = 1_000_000;

const FACTS: MarketFacts = {
  marketTag: MARKET_TAG,
  exchange: 'SIM',
  baseCurrency: 'BTC',
  quoteCurrency: 'USDT',
  contractName: '',
  marketType: 'spot',
  contractType: null,
  contractValue: 1,
  makerFeePercent: 0.1,
  takerFeePercent: 0.1,
  priceStep: STEP,
  amountStep: AMOUNT_STEP,
  priceDecimals: 2,
  amountDecimals: 4,
  minAmount: AMOUNT_STEP,
  minVolume: 1,
  profitCurrency: 'USDT',
  maxLeverage: 1,
  isOpen: true,
};

type FlatMarkets = Pick<CommandContext, 'markets' | 'settings' | 'wallet'>;

function createSettings(): CommandContext['settings'] {
  const flags = new Set<BotFlag>();
  let orderType: OrderTypeName = 'limit';
  let isPaused = false;
  return {
    accountId: 'check',
    marketTag: MARKET_TAG,
    intervalMinutes: 1,
    tradeAmount: () => 1,
    leverage: () => 1,
    setLeverage: () => true,
    marginMode: () => 'cross',
    setMarginMode: () => true,
    positionMode: () => 'one_way',
    setPositionMode: () => true,
    orderType: () => orderType,
    setOrderType: (type) => {
      orderType = type;
    },
    setFeePercent: () => undefined,
    raise: (flag) => {
      flags.add(flag);
    },
    has: (flag) => flags.has(flag),
    isPaused: () => isPaused,
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
    },
    deactivate: () => undefined,
  };
}

/** Any market that a script names is like the one. */
export function createFlatMarkets(): FlatMarkets {
  return {
    markets: {
      facts: (marketTag) => (marketTag === null ? FACTS : { ...FACTS, marketTag }),
      list: () => [MARKET_TAG],
      roundPrice: (_, price) => Math.round(price / STEP) * STEP,
      roundAmount: (_, amount) => Math.floor(amount / AMOUNT_STEP) * AMOUNT_STEP,
    },
    settings: createSettings(),
    wallet: {
      balance: () => ({ available: BALANCE, locked: 0, total: BALANCE }),
      position: () => null,
      equity: () => BALANCE,
      maxAmount: (_, __, price) => BALANCE / (price > 0 ? price : FLAT_PRICE),
    },
  };
}
