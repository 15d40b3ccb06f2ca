// Store of the service, as one set of ports. Every implementation passes store.contract.ts. All
// throw Failure('unavailable') when the store cannot be reached.

import type { AccountStore } from '#ports/stores/account-store.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { CredentialStore } from '#ports/stores/credential-store.ts';
import type { DataSeriesStore } from '#ports/stores/data-series-store.ts';
import type { EquityStore } from '#ports/stores/equity-store.ts';
import type { EventLog } from '#ports/stores/event-log.ts';
import type { ExchangeHealthStore } from '#ports/stores/exchange-health-store.ts';
import type { HookStore } from '#ports/stores/hook-store.ts';
import type { IdempotencyStore } from '#ports/stores/idempotency-store.ts';
import type { KeyStore } from '#ports/stores/key-store.ts';
import type { OrderStore } from '#ports/stores/order-store.ts';
import type { PartnerStore } from '#ports/stores/partner-store.ts';
import type { RiskSwitchStore } from '#ports/stores/risk-switch-store.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import type { SecondFactorStore } from '#ports/stores/second-factor-store.ts';
import type { SignInStore } from '#ports/stores/sign-in-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';
import type { WatchListStore } from '#ports/stores/watch-list-store.ts';

export type Store = UserStore &
  KeyStore &
  AccountStore &
  CredentialStore &
  OrderStore &
  IdempotencyStore &
  ScriptStore &
  BotStore &
  PartnerStore &
  RiskSwitchStore &
  EventLog &
  EquityStore &
  ExchangeHealthStore &
  HookStore &
  SignInStore &
  SecondFactorStore &
  WatchListStore &
  DataSeriesStore;
