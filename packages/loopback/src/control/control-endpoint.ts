// The control endpoint: what a test, a campaign or a person at the loopback venue can make happen.
// POST /_control/VERB with a JSON object; each verb reads its own fields and refuses wrong ones.

import { randomBytes } from 'node:crypto';

import type { Amount } from '#loopback/amount.ts';
import { ONE, parseAmount, plainText, times } from '#loopback/amount.ts';
import type { Exchange, FeeMode } from '#loopback/exchange/exchange.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import {
  accountOf,
  emit,
  issueKey,
  marketOf,
  openAccount,
  openMarket,
} from '#loopback/exchange/exchange.ts';
import { VENUE_CODES } from '#loopback/skins/all-venues.ts';
import { loadCandles } from '#loopback/exchange/candle-series.ts';
import { liquidatePart, payFunding } from '#loopback/exchange/liquidate.ts';
import { numberedMarket } from '#loopback/exchange/market.ts';
import { endOrder } from '#loopback/exchange/match-order.ts';
import {
  moveAtRandom,
  movePrice,
  tradeAtRandom,
  tradeWithAccounts,
} from '#loopback/exchange/move-price.ts';
import { FAULT_KINDS } from '#loopback/faults/fault.ts';
import { OUTSIDE, move } from '#loopback/ledger/ledger.ts';
import { createChance } from '#loopback/seeded-chance.ts';
import { OPERATIONS, VENUE_TROUBLES } from '#loopback/skins/skin.ts';
import type { VenueState } from '#loopback/server/venue-state.ts';
import { exchangeOf, setActivity } from '#loopback/server/venue-state.ts';
import { VALUE_KINDS } from '#loopback/values/respell.ts';
import type { Fields } from '#loopback/control/control-fields.ts';
import { createFields } from '#loopback/control/control-fields.ts';
import { accountTruth, venueContradictions } from '#loopback/control/truth.ts';

type Verb = (state: VenueState, fields: Fields) => unknown;

const VERBS: Readonly<Record<string, Verb>> = {
  account: openFundedAccount,
  credit,
  key: changeKey,
  'account-mode': (state, fields) => {
    const mode = fields.textOr('mode', '');
    accountOf(exchangeIn(state, fields), fields.text('account')).mode = mode === '' ? null : mode;
  },
  price: (state, fields) =>
    movePrice(exchangeIn(state, fields), fields.text('market'), fields.amount('price')),
  trade,
  candles: replayCandles,
  market: changeMarket,
  markets: addMarkets,
  trades: tradeEverywhere,
  funding: fundPositions,
  liquidate: (state, fields) =>
    liquidatePart(
      exchangeIn(state, fields),
      fields.text('account'),
      fields.text('market'),
      fields.amount('amount'),
    ),
  advance: (state, fields) => state.clock.advance(fields.whole('ms')),
  clock: (state, fields) => state.clock.step(fields.whole('stepMs')),
  activity: startActivity,
  fault: addFault,
  mix: setMix,
  faults: (state) => ({ rules: state.faults.rules, met: Object.fromEntries(state.faults.met) }),
  calm: calm,
  maintenance: (state, fields) => {
    const venue = fields.venue('venue');
    if (fields.isTrue('isOn')) state.maintenance.add(venue);
    else state.maintenance.delete(venue);
  },
  streams: changeStreams,
  values: (state, fields) => {
    const values = state.values[fields.venue('venue')];
    values.kind = fields.oneOf('kind', VALUE_KINDS);
    return { met: Object.fromEntries(values.met) };
  },
  'stream-faults': setStreamFaults,
  limits: changeLimits,
  engine: (state, fields) => {
    exchangeIn(state, fields).rules.engineDelayMs = fields.whole('delayMs');
  },
  'end-order': endByVenue,
  truth: readTruth,
  check: (state) =>
    Object.fromEntries(
      VENUE_CODES.map((venue) => [venue, venueContradictions(exchangeOf(state, venue))]),
    ),
  requests: (state) => ({ requests: state.requests }),
};

/** What the verb returns; throws with the reason if it is unknown or a field is wrong. */
export function runControl(
  state: VenueState,
  verb: string,
  content: Readonly<Record<string, unknown>>,
): unknown {
  const run = VERBS[verb];
  if (run === undefined) {
    throw new Error(`no verb "${verb}"; there are: ${Object.keys(VERBS).join(', ')}`);
  }
  return run(state, createFields(content));
}

/** Opens an account, or takes the one of this name; returns a new key of it with its secret. */
function openFundedAccount(state: VenueState, fields: Fields): unknown {
  const exchange = exchangeIn(state, fields);
  const id = fields.text('id');
  const account = exchange.accounts.get(id) ?? openAccount(exchange, id);
  for (const rates of Object.values(account.rates)) {
    rates.maker = fields.amountOr('makerRate', rates.maker);
    rates.taker = fields.amountOr('takerRate', rates.taker);
  }
  account.feeMode = readFeeMode(fields.textOr('feeMode', '')) ?? account.feeMode;
  for (const [asset, text] of Object.entries(fields.texts('balances'))) {
    give(exchange, id, asset, amountFrom(text));
  }
  const { newKey = randomText, newSecret = randomText } = exchange.rules;
  const key = fields.textOr('key', newKey());
  const secret = fields.textOr('secret', newSecret());
  const { passphrase } = issueKey(exchange, id, key, secret);
  return { account: id, key, secret, passphrase };
}

function randomText(): string {
  return randomBytes(32).toString('hex');
}

/** `received`, `quote`, or the name of an asset. */
function readFeeMode(text: string): FeeMode | null {
  if (text === '') return null;
  return text === 'received' || text === 'quote' ? { kind: text } : { kind: 'third', asset: text };
}

function credit(state: VenueState, fields: Fields): void {
  const exchange = exchangeIn(state, fields);
  give(exchange, fields.text('account'), fields.text('asset'), fields.amount('amount'));
}

function give(exchange: Exchange, account: string, asset: string, value: Amount): void {
  accountOf(exchange, account);
  move(exchange.ledger, OUTSIDE, account, asset, value);
  emit(exchange, { kind: 'credit', accountId: account, asset, value });
}

function changeKey(state: VenueState, fields: Fields): void {
  const key = exchangeIn(state, fields).keys.get(fields.text('key'));
  if (key === undefined) throw new Error('no such key');
  key.isRevoked = fields.isTrueOr('isRevoked', key.isRevoked);
  key.canTrade = fields.isTrueOr('canTrade', key.canTrade);
  key.canWithdraw = fields.isTrueOr('canWithdraw', key.canWithdraw);
  key.addresses = fields.listOr('addresses', key.addresses);
  key.expiresAtMs = fields.wholeOr('expiresAtMs', key.expiresAtMs);
}

/** Another participant trades with the orders of accounts: a way to a part of an order. */
function trade(state: VenueState, fields: Fields): unknown {
  const side = fields.oneOf('side', ['buy', 'sell']);
  const traded = tradeWithAccounts(
    exchangeIn(state, fields),
    fields.text('market'),
    side,
    fields.amount('price'),
    fields.amount('quantity'),
  );
  return { traded: plainText(traded) };
}

/**
 * Rows of [start, open, high, low, close, volume]. As history they are only shown; played, the
 * market goes from open over the nearer extreme to the farther one and to the close, and each
 * candle takes `minuteMs` of the venue's time.
 */
function replayCandles(state: VenueState, fields: Fields): void {
  const exchange = exchangeIn(state, fields);
  const market = fields.text('market');
  const rows = fields.rows('candles');
  if (fields.textOr('as', 'history') === 'history') {
    loadCandles(marketOf(exchange, market).candles, rows.map(candleOf));
    return;
  }
  const minuteMs = fields.wholeOr('minuteMs', 60_000) ?? 60_000;
  for (const row of rows) {
    const { open, high, low, close } = candleOf(row);
    const isLowNearer = open - low <= high - open;
    for (const price of [open, isLowNearer ? low : high, isLowNearer ? high : low, close]) {
      movePrice(exchange, market, price);
      state.clock.advance(Math.floor(minuteMs / 4));
    }
  }
}

function candleOf(row: readonly string[]): Parameters<typeof loadCandles>[1][number] {
  const [startMs = '0', ...figures] = row;
  const [open = 0n, high = 0n, low = 0n, close = 0n, volume = 0n] = figures.map(amountFrom);
  const quoteVolume = times(volume, close);
  return { startMs: Number(startMs), open, high, low, close, volume, quoteVolume, trades: 1 };
}

function changeMarket(state: VenueState, fields: Fields): void {
  const market = marketOf(exchangeIn(state, fields), fields.text('market'));
  market.status = fields.isTrueOr('isTrading', market.status === 'trading') ? 'trading' : 'halted';
  market.fundingRate = fields.amountOr('fundingRate', market.fundingRate);
  market.crowd.levels = fields.wholeOr('levels', market.crowd.levels) ?? market.crowd.levels;
  market.crowd.levelQuantity = fields.amountOr('levelQuantity', market.crowd.levelQuantity);
  market.crowd.gapTicks = fields.amountOr('gapTicks', market.crowd.gapTicks * ONE) / ONE;
}

/** Numbered ones, beside those that there are. */
function addMarkets(state: VenueState, fields: Fields): void {
  const exchange = exchangeIn(state, fields);
  const kind = fields.oneOf('kind', ['spot', 'linear'], 'spot');
  for (let number = 1; number <= fields.whole('count'); number += 1) {
    const terms = numberedMarket(kind, number);
    exchange.markets.set(terms.key, openMarket(terms, ONE * 100n));
  }
}

/** Of all markets a share trades once, at random by seed. */
function tradeEverywhere(state: VenueState, fields: Fields): void {
  const exchange = exchangeIn(state, fields);
  const chance = createChance(fields.whole('seed'));
  const share = fields.numberOr('share', 1);
  for (const market of exchange.markets.values())
    if (chance.next() < share) tradeAtRandom(exchange, market, chance);
}

/** Without a seed they end. */
function setStreamFaults(state: VenueState, fields: Fields): unknown {
  const exchange = exchangeIn(state, fields);
  const before = exchange.streamFaults?.met ?? {};
  const seed = fields.wholeOr('seed', null);
  exchange.streamFaults =
    seed === null
      ? null
      : {
          drop: fields.numberOr('drop', 0),
          late: fields.numberOr('late', 0),
          duplicate: fields.numberOr('duplicate', 0),
          wrong: fields.numberOr('wrong', 0),
          lateMs: fields.wholeOr('lateMs', 5_000) ?? 5_000,
          chance: createChance(seed),
          met: { drop: 0, late: 0, duplicate: 0, wrong: 0 },
        };
  return before;
}

function fundPositions(state: VenueState, fields: Fields): void {
  const exchange = exchangeIn(state, fields);
  const key = fields.text('market');
  payFunding(exchange, key, fields.amountOr('rate', marketOf(exchange, key).fundingRate));
}

function startActivity(state: VenueState, fields: Fields): void {
  const venue = fields.venue('venue');
  const market = fields.text('market');
  const chance = createChance(fields.wholeOr('seed', 1) ?? 1);
  const act = (): void => moveAtRandom(exchangeOf(state, venue), market, chance);
  setActivity(state, venue, market, fields.whole('everyMs'), act);
}

function addFault(state: VenueState, fields: Fields): void {
  state.faults.rules.push({
    kind: fields.oneOf('kind', FAULT_KINDS),
    delayMs: fields.wholeOr('delayMs', 1000) ?? 1000,
    trouble: fields.oneOf('trouble', VENUE_TROUBLES, 'internal'),
    venue: fields.venueOr('venue', null),
    operations: fields.someOf('operations', OPERATIONS),
    probability: fields.numberOr('probability', 1),
    times: fields.wholeOr('times', 1),
  });
}

function setMix(state: VenueState, fields: Fields): void {
  state.faults.setMix(fields.wholeOr('seed', 1) ?? 1, {
    share: fields.numberOr('share', 0.2),
    delayMaxMs: fields.wholeOr('delayMaxMs', 2000) ?? 2000,
    venue: fields.venueOr('venue', null),
    operations: fields.someOf('operations', OPERATIONS),
  });
}

/** No more faults, and everything open as before. */
function calm(state: VenueState): void {
  state.faults.rules.length = 0;
  state.faults.setMix(1, null);
  state.maintenance.clear();
  state.streamModes.clear();
  for (const { exchange } of Object.values(state.skins)) exchange.streamFaults = null;
}

function changeStreams(state: VenueState, fields: Fields): void {
  const venue = fields.venue('venue');
  const action = fields.oneOf('action', ['drop', 'silence', 'resume']);
  if (action === 'drop') state.dropStreams(venue);
  else state.streamModes.set(venue, action === 'silence' ? 'silent' : 'open');
}

function changeLimits(state: VenueState, fields: Fields): void {
  const limit = state.weightLimits[fields.venue('venue')];
  limit.max = fields.wholeOr('max', limit.max) ?? limit.max;
  const { accountLimits } = state;
  accountLimits.areAccountsLimited = fields.isTrueOr(
    'areAccountsLimited',
    accountLimits.areAccountsLimited,
  );
}

function endByVenue(state: VenueState, fields: Fields): void {
  const exchange = exchangeIn(state, fields);
  const order = exchange.orders.get(fields.text('venueOrderId'));
  if (order === undefined) throw new Error('no such order');
  endOrder(exchange, marketOf(exchange, order.marketKey), order, 'by_venue');
}

function readTruth(state: VenueState, fields: Fields): unknown {
  const exchange = exchangeIn(state, fields);
  const id = fields.textOr('account', '');
  const accounts = id === '' ? [...exchange.accounts.values()] : [accountOf(exchange, id)];
  return { accounts: accounts.map((account) => accountTruth(exchange, account)) };
}

function exchangeIn(state: VenueState, fields: Fields): Exchange {
  return exchangeOf(state, fields.venue('venue') satisfies VenueCode);
}

function amountFrom(text: string): Amount {
  const value = parseAmount(text);
  if (value === null) throw new Error(`"${text}" is no amount`);
  return value;
}
