// Balances and settings of an account at OKX.

import { plainText } from '../../amount.ts';
import type { VenueReply } from '../skin.ts';
import type { OkxContext, OkxEndpoints } from './okx-endpoint.ts';
import { textOf } from './okx-endpoint.ts';
import { okxReply } from './okx-errors.ts';

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
    .map(([ccy, { free, locked }]) => ({
      ccy,
      eq: plainText(free + locked),
      cashBal: plainText(free + locked),
      uTime,
      isoEq: '0',
      availEq: '',
      disEq: '',
      availBal: plainText(free),
      frozenBal: plainText(locked),
      ordFrozen: plainText(locked),
      liab: '',
      upl: '',
      crossLiab: '',
      isoLiab: '',
      interest: '',
      stgyEq: '0',
    }));
  return okxReply([{ uTime, totalEq: '', isoEq: '', adjEq: '', ordFroz: '', details }]);
}

function config({ account, key }: OkxContext): VenueReply {
  const rights = ['read_only'];
  if (key.canWithdraw) rights.push('withdraw');
  if (key.canTrade) rights.push('trade');
  return okxReply([
    {
      uid: String(account.uid),
      mainUid: String(account.uid),
      acctLv: '2',
      acctStpMode: 'cancel_maker',
      posMode: 'net_mode',
      autoLoan: false,
      level: 'Lv1',
      levelTmp: '',
      label: 'loopback',
      ip: key.addresses.join(','),
      perm: rights.join(','),
      kycLv: '2',
    },
  ]);
}
