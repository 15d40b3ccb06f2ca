// Balances and settings of an account at OKX.

import type { Amount } from '#loopback/amount.ts';
import { plainText } from '#loopback/amount.ts';
import type { Account, Exchange } from '#loopback/exchange/exchange.ts';
import { marginModeOf, marketOf, positionsOf } from '#loopback/exchange/exchange.ts';
import { marginFigures, marginOf, markOf, sum } from '#loopback/exchange/margin.ts';
import { unrealised } from '#loopback/ledger/position.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import type { OkxContext, OkxEndpoints } from '#loopback/skins/okx/okx-endpoint.ts';
import { textOf } from '#loopback/skins/okx/okx-endpoint.ts';
import { okxReply } from '#loopback/skins/okx/okx-errors.ts';
import { levelOf } from '#loopback/skins/okx/okx-terms.ts';

const read = { access: 'read', perTwoSeconds: 10 } as const;

export const OKX_ACCOUNT: OkxEndpoints = {
  'GET /api/v5/account/balance': { ...read, operation: 'balances', takes: ['ccy'], run: balance },
  'GET /api/v5/account/config': { ...read, operation: 'credentials', takes: [], run: config },
};

function balance({ exchange, account, parameters }: OkxContext): VenueReply {
  const wanted = textOf(parameters, 'ccy')?.split(',') ?? null;
  const owned = [...(exchange.ledger.owners.get(account.id) ?? [])];
  const uTime = String(exchange.clock.nowMs());
  const details = owned
    .filter(([ccy]) => wanted === null || wanted.includes(ccy))
    .map(([ccy, { locked }]) => ({
      ccy,
      uTime,
      disEq: '',
      liab: '',
      crossLiab: '',
      isoLiab: '',
      interest: '',
      stgyEq: '0',
      ...figuresOf(exchange, account, ccy, locked),
    }));
  return okxReply([{ uTime, totalEq: '', isoEq: '', adjEq: '', ordFroz: '', details }]);
}

/** The margin of isolated positions has left the cash. */
function figuresOf(
  exchange: Exchange,
  account: Account,
  ccy: string,
  locked: Amount,
): Record<string, string> {
  const figures = marginFigures(exchange, account, ccy);
  const open = positionsOf(exchange, account.id).filter(
    ({ size, marketKey }) => size !== 0n && marketOf(exchange, marketKey).terms.quote === ccy,
  );
  const isolated = open.filter((position) => marginModeOf(account, position) === 'isolated');
  const cross = open.filter((position) => marginModeOf(account, position) === 'cross');
  const margin = sum(isolated.map((position) => marginOf(exchange, account, position)));
  const isoUpl = sum(isolated.map((each) => unrealised(each, markOf(exchange, each))));
  // Orders bind margin in the currency of settlement alone.
  const orderMargin = ccy === 'USDT' ? figures.orderMargin : 0n;
  const available = figures.available + figures.orderMargin - orderMargin;
  const eq = figures.wallet + figures.unrealised;
  return {
    eq: plainText(eq),
    cashBal: plainText(figures.wallet - margin),
    isoEq: plainText(margin + isoUpl),
    isoUpl: plainText(isoUpl),
    availEq: plainText(available),
    availBal: plainText(available),
    frozenBal: plainText(eq - available),
    ordFrozen: plainText(locked + orderMargin),
    imr: plainText(sum(cross.map((position) => marginOf(exchange, account, position)))),
    upl: plainText(figures.unrealised),
  };
}

/** The position mode is one for all instruments. */
function config({ account, key }: OkxContext): VenueReply {
  const rights = ['read_only'];
  if (key.canWithdraw) rights.push('withdraw');
  if (key.canTrade) rights.push('trade');
  return okxReply([
    {
      uid: String(account.uid),
      mainUid: String(account.uid),
      acctLv: levelOf(account),
      acctStpMode: 'cancel_maker',
      posMode: [...account.positionModes.values()].includes('hedge')
        ? 'long_short_mode'
        : 'net_mode',
      autoLoan: account.mode?.endsWith(' borrows') === true,
      level: 'Lv1',
      levelTmp: '',
      label: 'loopback',
      ip: key.addresses.join(','),
      perm: rights.join(','),
      kycLv: '2',
    },
  ]);
}
