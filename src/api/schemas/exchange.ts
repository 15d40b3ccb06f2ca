// The wire shape of an exchange.

import Type from 'typebox';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import { ORDER_TYPES } from '#venue-port/order/order.ts';
import type { AccountMode } from '#venue-port/exchange/exchange.ts';
import type { MarketCapabilities } from '#venue-port/exchange/market-capabilities.ts';
import { MARKET_STREAMS } from '#venue-port/exchange/market-capabilities.ts';
import type { CredentialPart } from '#services/exchanges/credential-parts.ts';
import { CREDENTIAL_PARTS, credentialParts } from '#services/exchanges/credential-parts.ts';
import type { ExchangeSummary } from '#services/exchanges/list-exchanges.ts';
import { EXCHANGE_REACHES } from '#services/exchanges/list-exchanges.ts';
import type { ExchangeRecord } from '#services/exchanges/get-exchange.ts';
import { PROMISE_CLASSES } from '#services/exchanges/promise-class.ts';
import {
  field,
  fieldsOf,
  listField,
  nullableInstantField,
  shapeField,
  shapeOf,
  listOf,
} from '#api/schemas/field-codec.ts';
import { ADDITION, flag, int32, nullable, oneOf, text } from '#api/schemas/wire-values.ts';

const CREDENTIAL_FIELD = shapeOf<CredentialPart>()(
  'CredentialField',
  'A part of the credentials of an exchange.',
  {
    field: field(
      oneOf(CREDENTIAL_PARTS, 'The field of `credentials` that it is given in.'),
      (of) => of.field,
    ),
    name: field(text('What the exchange calls it.', 'API key'), (of) => of.name),
  },
  ADDITION,
);

const CREDENTIAL_FORM = fieldsOf<Pick<ExchangeSummary, 'credentialForm'>>()({
  credential_fields: listField(
    CREDENTIAL_FIELD,
    {
      description: 'Parts of the credentials of its accounts; none where they need none.',
      ...ADDITION,
    },
    ({ credentialForm }) => credentialParts(credentialForm),
  ),
  credential_rights: field(
    nullable(
      text('What a key needs there to trade, in the words of the exchange.', '"Read" and "Trade"'),
      ADDITION,
    ),
    ({ credentialForm }) => credentialForm?.rights ?? null,
  ),
  credential_advice: field(
    nullable(
      text(
        'What to know before the credentials are made there; null: nothing out of the ordinary.',
        'The secret is that of an API wallet, never that of the account itself.',
      ),
      ADDITION,
    ),
    ({ credentialForm }) => credentialForm?.advice ?? null,
  ),
});

const ACCOUNT_MODE = shapeOf<AccountMode>()(
  'AccountMode',
  'A mode that accounts of an exchange may be in.',
  {
    name: field(text('In the words of the exchange.', 'unified'), (of) => of.name),
    refusal: field(
      nullable(
        text('Why no key of it is accepted, and what to do; null: it is.', 'Change it back.'),
      ),
      (of) => of.refusal,
    ),
  },
  ADDITION,
);

const MARKET_CAPABILITIES = shapeOf<MarketCapabilities>()(
  'MarketCapabilities',
  'What is used of an exchange, for a kind of markets.',
  {
    market_type: field(oneOf(MARKET_TYPES, 'Kind of markets.'), (of) => of.marketType),
    stop_types: field(stopTypes('Those that it holds.'), (of) => [...of.stops]),
    stops_left_out: field(
      nullable(text('Why not all; null: all are.', 'its stops have a limit')),
      (of) => of.stopsLeftOut,
    ),
    attached_stops: field(flag('Whether an entry may bring its stop.'), (of) => of.attachedStops),
    reduce_only: field(flag('Whether orders may only reduce.'), (of) => of.reduceOnly),
    position_modes: field(
      Type.Array(oneOf(['one_way'], 'A mode of positions.'), { description: 'Of futures.' }),
      (of) => [...of.positionModes],
    ),
    account_modes: listField(
      ACCOUNT_MODE,
      { description: 'None: there is one alone.' },
      (of) => of.accountModes,
    ),
    streams: field(
      Type.Array(oneOf(MARKET_STREAMS, 'A stream.'), {
        description: 'What is reported unrequested.',
      }),
      (of) => [...of.streams],
    ),
  },
  ADDITION,
);

const CAPABILITIES = fieldsOf<Pick<ExchangeSummary, 'capabilities'>>()({
  capabilities: listField(
    MARKET_CAPABILITIES,
    { description: 'By kind of markets; none of one that is simulated.', ...ADDITION },
    ({ capabilities }) => capabilities ?? [],
  ),
});

const EXCHANGE = shapeOf<ExchangeSummary>()(
  'Exchange',
  'A venue that accounts can be connected to.',
  {
    exchange: field(text('Exchange code.', 'sim'), (of) => of.exchange),
    name: field(text('Name for people.', 'Simulated exchange'), (of) => of.name),
    market_types: field(
      Type.Array(oneOf(MARKET_TYPES, 'A kind of market.'), {
        description: 'Kinds of markets that it has.',
      }),
      (of) => [...of.marketTypes],
    ),
    markets_count: field(int32('How many markets it has.', 24), (of) => of.marketsCount),
    is_test_net: field(flag('Whether it is a test environment.', false), (of) => of.isTestNet),
    company_of: field(
      nullable(text('Exchange that it is a company of.', 'sim'), ADDITION),
      (of) => of.companyOf,
    ),
    is_open: field(
      flag('Whether it can be reached and any of its markets is open.'),
      (of) => of.isOpen,
    ),
    reach: field(
      oneOf(
        EXCHANGE_REACHES,
        'Whether it can be reached. `degraded`: slowly, or for part of the requests; `starting`: ' +
          'not known yet, because the service has started just now; `unused`: not named yet.',
        ADDITION,
      ),
      (of) => of.reach,
    ),
    markets_as_of: nullableInstantField(
      'When it listed its markets; while it is down they are shown as they were then. Null: not ' +
        'yet, or they are never out of date.',
      (of) => of.marketsAsOfMs,
      ADDITION,
    ),
    ...CREDENTIAL_FORM,
    ...CAPABILITIES,
  },
);

export const EXCHANGE_LIST = listOf('ExchangeList', EXCHANGE);

const STOP_TYPES = shapeOf<ExchangeRecord['orderSupport']>()(
  'StopTypes',
  'Types of orders that it holds besides, where their owner wants that.',
  {
    spot: field(stopTypes('On spot.'), ({ stops }) => [...(stops?.spot ?? [])]),
    futures: field(stopTypes('On futures.'), ({ stops }) => [...(stops?.futures ?? [])]),
  },
  ADDITION,
);

function stopTypes(description: string) {
  return Type.Array(oneOf(ORDER_TYPES, 'A type of order.'), {
    description,
  });
}

const ORDER_SUPPORT = shapeOf<Pick<ExchangeRecord, 'orderSupport' | 'emulatedTypes'>>()(
  'OrderSupport',
  'What the exchange does with an order by itself. The service retains what it does not.',
  {
    types: field(
      Type.Array(oneOf(ORDER_TYPES, 'A type of order.'), {
        description: 'Types of orders that it keeps.',
        examples: [['limit', 'market']],
      }),
      ({ orderSupport }) => [...orderSupport.types],
    ),
    stop_types: shapeField(STOP_TYPES, ({ orderSupport }) => orderSupport),
    emulated_types: field(
      Type.Array(oneOf(ORDER_TYPES, 'A type of order.'), {
        description:
          'Types of orders that the service watches for bots, and sends when they are due.',
        examples: [['stop_market']],
      }),
      (of) => [...of.emulatedTypes],
    ),
    post_only: field(
      flag('Whether it refuses to let such an order take.'),
      ({ orderSupport }) => orderSupport.postOnly,
    ),
    reduce_only: field(
      flag('Whether it only reduces a position.'),
      ({ orderSupport }) => orderSupport.reduceOnly,
    ),
    time_outs: field(
      flag('Whether an order ends by itself at an instant.'),
      ({ orderSupport }) => orderSupport.timeOuts,
    ),
    trail_activation: field(
      flag('Whether a trailing stop may wait for a price.', false),
      ({ orderSupport }) => orderSupport.trailActivation,
    ),
  },
  ADDITION,
);

const PROMISES = shapeOf<ExchangeRecord>()(
  'ExchangePromises',
  'What the exchange promises about names of orders, look-ups and lists.',
  {
    class: field(
      oneOf(
        PROMISE_CLASSES,
        'How soon an unknown outcome is resolved. `a`: a repeated request returns the first ' +
          'order, or is refused for ever. `b`: an order is found by its name in any state. `c`: ' +
          'by lists only.',
      ),
      (of) => of.promiseClass,
    ),
    duplicate_name: field(
      oneOf(
        ['first', 'refused', 'refused_while_open', 'none'],
        'What it does with a second order of the same name: returns the first, refuses it, ' +
          'refuses it while the first is open, or places it.',
      ),
      ({ promises }) => promises.duplicateName,
    ),
    lookup: field(
      oneOf(['any_state', 'lists'], 'How an order is found by its name.'),
      ({ promises }) => promises.lookup,
    ),
    request_horizon_ms: field(
      int32('Milliseconds after which a request that was sent can take no effect.', 16_000),
      ({ promises }) => promises.requestHorizonMs,
    ),
    visibility_lag_ms: field(
      int32('Milliseconds for which an order may be missing from look-ups.', 1_000),
      ({ promises }) => promises.visibilityLagMs,
    ),
    measured_at: nullableInstantField(
      'When a probe confirmed these; null: they are what its documentation says.',
      ({ promises }) => promises.measuredAtMs ?? null,
    ),
  },
  ADDITION,
);

const UNREADABLE_ROW = shapeOf<ExchangeRecord['unreadableRows'][number]>()(
  'UnreadableRow',
  'A row of a public list of the exchange that cannot be read, and is left out of it.',
  {
    list: field(
      oneOf(
        ['markets', 'market_data'],
        'Which list; candles, rates of funding and prices are `market_data`.',
      ),
      (of) => of.list,
    ),
    symbol: field(
      nullable(text("The exchange's own name of the market; null: it is unreadable.", 'BTCUSDT')),
      (of) => of.name,
    ),
    reason: field(
      text('The field, and what is wrong with it.', '"tickSize" is not a decimal number.'),
      (of) => of.reason,
    ),
  },
  ADDITION,
);

const RECORD = shapeOf<ExchangeRecord>()(
  'ExchangeRecord',
  'What an exchange can do and promises, and how it is now.',
  {
    exchange: field(text('Exchange code.', 'sim'), (of) => of.exchange),
    name: field(text('Name for people.', 'Simulated exchange'), (of) => of.name),
    market_types: field(
      nullable(
        Type.Array(oneOf(MARKET_TYPES, 'A kind of market.'), {
          description: 'Kinds of markets that it has; null while they cannot be read.',
        }),
      ),
      (of) => (of.marketTypes === null ? null : [...of.marketTypes]),
    ),
    is_test_net: field(flag('Whether it is a test environment.', false), (of) => of.isTestNet),
    company_of: field(
      nullable(text('Exchange that it is a company of.', 'sim'), ADDITION),
      (of) => of.companyOf,
    ),
    is_simulated: field(flag('Whether it trades without real money.'), (of) => of.isSimulated),
    order_support: shapeField(ORDER_SUPPORT, (of: ExchangeRecord) => of),
    promises: shapeField(PROMISES, (of: ExchangeRecord) => of),
    health: field(
      oneOf(
        ['open', 'degraded', 'down'],
        'Whether it can be reached; `degraded`: slowly, or for part of the requests.',
      ),
      (of) => of.health,
    ),
    clock_skew_ms: field(
      nullable(int32('Its clock less ours, in milliseconds; null: not measured yet.', 12)),
      (of) => of.clockSkewMs,
    ),
    unreadable_rows: listField(
      UNREADABLE_ROW,
      {
        description:
          'Rows of its public lists that cannot be read at present, fifty at most. All others ' +
          'are read; a market whose row cannot be read any more stays as it was.',
        ...ADDITION,
      },
      (of) => of.unreadableRows,
    ),
    ...CAPABILITIES,
    ...CREDENTIAL_FORM,
  },
  ADDITION,
);
export const ExchangeRecordSchema = RECORD.schema;
export const exchangeRecordToWire = RECORD.toWire;
