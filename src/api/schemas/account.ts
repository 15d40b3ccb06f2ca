// The wire shapes of an account and of what it holds.

import Type from 'typebox';
import type { Static } from 'typebox';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import { isPaperAccount } from '#domain/venue/paper-account.ts';
import type { AccountWithKey } from '#services/credentials/credential-deps.ts';
import { FEES_IN_QUOTE, FEES_IN_RECEIVED } from '#domain/money/fees-in.ts';
import type { BalanceOfAccount } from '#services/accounts/get-balance.ts';
import { ACCOUNT_KEY, ACCOUNT_STATUSES, CredentialsSchema } from '#api/schemas/credentials.ts';
import {
  decimalField,
  field,
  fieldsOf,
  instantField,
  listField,
  nullableDecimalField,
  nullableInstantField,
  nullableShapeField,
  shapeOf,
  pageOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  chosenName,
  decimalFromWire,
  decimalString,
  flag,
  identifier,
  insteadOf,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const ACCOUNT = shapeOf<AccountWithKey>()(
  'Account',
  'A wallet at an exchange, simulated or real.',
  {
    account_id: field(
      text('Identifier of the account.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
      ({ account }) => account.accountId,
    ),
    name: field(text('Name for people.', 'Main'), ({ account }) => account.name),
    exchange: field(text('Exchange code.', 'sim'), ({ account }) => account.exchange),
    market_type: field(
      oneOf(MARKET_TYPES, 'Kind of markets it trades.'),
      ({ account }) => account.marketType,
    ),
    is_simulated: field(
      flag('Whether it trades without real money.'),
      ({ account }) => account.isSimulated,
    ),
    is_paper: field(
      flag('Whether it trades play money on the markets of a real exchange.', false, ADDITION),
      ({ account }) => isPaperAccount(account.accountId),
    ),
    is_test_net: field(
      flag('Whether its exchange is a test environment.', false),
      ({ account }) => account.isTestNet,
    ),
    status: field(
      oneOf(
        ACCOUNT_STATUSES,
        'Whether the exchange accepts it; `read_only`: its key may not trade.',
      ),
      ({ account }) => account.status,
    ),
    position_mode: field(
      nullable(oneOf(['one_way', 'hedge'], 'Null on spot.')),
      ({ account }) => account.positionMode,
    ),
    margin_mode: field(
      nullable(oneOf(['cross', 'isolated'], 'Null on spot.')),
      ({ account }) => account.marginMode,
    ),
    allows_bots: field(
      flag('Whether bots may be created on it.', true, ADDITION),
      ({ account }) => account.allowsBots,
    ),
    created_at: instantField('When it was connected.', ({ account }) => account.createdAtMs),
    updated_at: nullableInstantField(
      'When it was changed last.',
      ({ account }) => account.updatedAtMs,
    ),
    credentials: nullableShapeField(
      ACCOUNT_KEY,
      ({ credentials, warnings }: AccountWithKey) =>
        credentials === null ? null : { credentials, warnings },
      ADDITION,
    ),
  },
);
export const AccountSchema = ACCOUNT.schema;
export const ACCOUNT_PAGE = pageOf('AccountPage', ACCOUNT);
export const accountToWire = ACCOUNT.toWire;

export const StartingBalanceSchema = shape('StartingBalance', 'Play money to begin with.', {
  currency: identifier('Currency.', 'USDT'),
  amount: decimalString('How much of it, in each of the wallets that can hold it.', '5000'),
});
export const STARTING_BALANCES_MAX = 50;

export const ConnectAccountSchema = shape(
  'ConnectAccount',
  'An account at a real exchange to connect, or play money on its markets.',
  {
    name: chosenName('Name for people.', 'Main'),
    exchange: identifier('Exchange code; not a simulated one.', 'an_exchange'),
    market_type: oneOf(MARKET_TYPES, 'Kind of markets it trades.'),
    credentials: Type.Optional(nullable(CredentialsSchema)),
    is_paper: Type.Optional(
      flag('Whether it is a paper account: play money and no credentials.', false),
    ),
    balances: Type.Optional(
      Type.Array(StartingBalanceSchema, {
        maxItems: STARTING_BALANCES_MAX,
        description: 'Of a paper account: what it begins with.',
        examples: [[{ currency: 'USDT', amount: '5000' }]],
        ...insteadOf('credentials'),
      }),
    ),
    fees_in: Type.Optional(
      oneOf(
        [FEES_IN_QUOTE, FEES_IN_RECEIVED],
        'Of a paper account: what it pays the fees of spot trades in; `quote` by default.',
        insteadOf('credentials'),
      ),
    ),
  },
  ADDITION,
);

export type ConnectAccountWire = Static<typeof ConnectAccountSchema>;

/** Balance of a body, exact. */
export function startingBalanceFromWire(wire: Static<typeof StartingBalanceSchema>) {
  return { currency: wire.currency, amount: decimalFromWire(wire.amount) };
}

type Balance = BalanceOfAccount['balances'][number];

const BALANCE = shapeOf<Balance>()('Balance', 'What an account holds of one currency.', {
  currency: field(text('Currency.', 'USDT'), (of) => of.currency),
  available: decimalField('Free to use.', '900', (of) => of.available),
  locked: decimalField('Held by open orders and as margin.', '100', (of) => of.locked),
  total: decimalField('Available and locked together.', '1000', (of) => of.total),
  margin_used: nullableDecimalField(
    'Margin of open positions; null on spot.',
    '0',
    (of) => of.marginUsed,
  ),
  unrealized_profit: nullableDecimalField(
    'Of open positions; null on spot.',
    '0',
    (of) => of.unrealizedProfit,
  ),
});

const BALANCE_FIELDS = fieldsOf<BalanceOfAccount>()({
  updated_at: instantField('When the exchange said so.', (of) => of.updatedAtMs),
  data: listField(
    BALANCE,
    { description: 'Sorted by currency; currencies of which there is none are left out.' },
    (of) => of.balances,
  ),
  unreadable: field(
    nullable(
      text(
        'Why the balance of a currency is missing, which is then unknown; null: none is.',
        'The exchange shows "BTC" in a form that cannot be read.',
      ),
      ADDITION,
    ),
    (of) => of.unreadable,
  ),
});

const ACCOUNT_BALANCE = shapeOf<BalanceOfAccount>()('AccountBalance', 'What an account holds.', {
  account_id: field(
    text('The account.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    ({ account }) => account.accountId,
  ),
  ...BALANCE_FIELDS,
});
export const AccountBalanceSchema = ACCOUNT_BALANCE.schema;
export const accountBalanceToWire = ACCOUNT_BALANCE.toWire;

const PARTNER_BALANCE = shapeOf<BalanceOfAccount>()(
  'PartnerBalance',
  'What an end user holds for one kind of markets.',
  BALANCE_FIELDS,
);
export const PartnerBalanceSchema = PARTNER_BALANCE.schema;
export const partnerBalanceToWire = PARTNER_BALANCE.toWire;

export const AllowBotsSchema = shape('AllowBots', 'Whether bots may be created.', {
  allows_bots: flag('Whether bots may be created on the account.'),
});
