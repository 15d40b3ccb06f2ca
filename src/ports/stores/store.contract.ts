// Contract of every implementation of the store. The cases of each resource stand in a file of
// their own; all run against one store, and each makes its own users.

import { ACCOUNT_CASES } from '#ports/stores/account-store.contract.ts';
import { ACCOUNT_LIMIT_CASES } from '#ports/stores/account-limit-store.contract.ts';
import { BOT_CASES } from '#ports/stores/bot-store.contract.ts';
import { CREDENTIAL_CASES } from '#ports/stores/credential-store.contract.ts';
import { DATA_SERIES_CASES } from '#ports/stores/data-series-store.contract.ts';
import { declareSuites } from '#ports/declare-cases.contract.ts';
import { EQUITY_CASES } from '#ports/stores/equity-store.contract.ts';
import { EVENT_CASES } from '#ports/stores/event-log.contract.ts';
import { EXCHANGE_HEALTH_CASES } from '#ports/stores/exchange-health-store.contract.ts';
import { HOOK_CASES } from '#ports/stores/hook-store.contract.ts';
import { IDEMPOTENCY_CASES } from '#ports/stores/idempotency-store.contract.ts';
import { SCRIPT_CASES } from '#ports/stores/script-store.contract.ts';
import { KEY_CASES } from '#ports/stores/key-store.contract.ts';
import { ORDER_ONCE_CASES } from '#ports/stores/order-once.contract.ts';
import { ORDER_CASES } from '#ports/stores/order-store.contract.ts';
import { ORDER_RECONCILIATION_CASES } from '#ports/stores/order-reconciliation.contract.ts';
import { PARTNER_CASES } from '#ports/stores/partner-store.contract.ts';
import { RISK_SWITCH_CASES } from '#ports/stores/risk-switch-store.contract.ts';
import { SECOND_FACTOR_CASES } from '#ports/stores/second-factor-store.contract.ts';
import { SIGN_IN_CASES } from '#ports/stores/sign-in-store.contract.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';
import { USER_CASES } from '#ports/stores/user-store.contract.ts';
import { WATCH_LIST_CASES } from '#ports/stores/watch-list-store.contract.ts';

export type OpenedStore = {
  readonly store: Store;
  close(hasFailed: boolean): Promise<void>;
};

const RESOURCES: { readonly [resource: string]: StoreCases } = {
  users: USER_CASES,
  keys: KEY_CASES,
  accounts: ACCOUNT_CASES,
  credentials: CREDENTIAL_CASES,
  orders: { ...ORDER_CASES, ...ORDER_ONCE_CASES, ...ORDER_RECONCILIATION_CASES },
  'limits of accounts': ACCOUNT_LIMIT_CASES,
  idempotency: IDEMPOTENCY_CASES,
  scripts: SCRIPT_CASES,
  bots: BOT_CASES,
  partners: PARTNER_CASES,
  'risk switch': RISK_SWITCH_CASES,
  events: EVENT_CASES,
  equity: EQUITY_CASES,
  'health of exchanges': EXCHANGE_HEALTH_CASES,
  'sign-in': SIGN_IN_CASES,
  'second factors': SECOND_FACTOR_CASES,
  hooks: HOOK_CASES,
  'watch lists': WATCH_LIST_CASES,
  'data series': DATA_SERIES_CASES,
};

/** Declares the tests; `open` is called once. */
export function storeContract(open: () => Promise<OpenedStore>): void {
  declareSuites(RESOURCES, open, ({ store }) => store);
}
