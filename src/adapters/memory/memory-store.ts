// The whole store in the memory of one process: for tests, for demonstrations, and for the
// simulator. Nothing in it waits, so each call is a transaction.

import { memoryAccountStore } from '#adapters/memory/memory-account-store.ts';
import { memoryCredentialStore } from '#adapters/memory/memory-credential-store.ts';
import { memoryDataSeriesStore } from '#adapters/memory/memory-data-series-store.ts';
import { memoryEquityStore } from '#adapters/memory/memory-equity-store.ts';
import { memoryEventLog } from '#adapters/memory/memory-event-log.ts';
import { memoryExchangeHealthStore } from '#adapters/memory/memory-exchange-health-store.ts';
import { memoryHookStore } from '#adapters/memory/memory-hook-store.ts';
import { memoryIdempotencyStore } from '#adapters/memory/memory-idempotency-store.ts';
import { memoryKeyStore } from '#adapters/memory/memory-key-store.ts';
import { memoryOrderStore } from '#adapters/memory/memory-order-store.ts';
import { memoryBotStore } from '#adapters/memory/memory-bot-store.ts';
import { memoryPartnerStore } from '#adapters/memory/memory-partner-store.ts';
import { memoryRiskSwitchStore } from '#adapters/memory/memory-risk-switch-store.ts';
import { memoryScriptStore } from '#adapters/memory/memory-script-store.ts';
import { memorySecondFactorStore } from '#adapters/memory/memory-second-factor-store.ts';
import { memorySignInStore } from '#adapters/memory/memory-sign-in-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryUserStore } from '#adapters/memory/memory-user-store.ts';
import { memoryWatchListStore } from '#adapters/memory/memory-watch-list-store.ts';
import type { Store } from '#ports/stores/store.ts';

/** An empty store, or one over tables that others work on as well. */
export function memoryStore(state: MemoryState = memoryState()): Store {
  const idempotency = memoryIdempotencyStore(state);
  return {
    ...memoryUserStore(state),
    ...memoryKeyStore(state, idempotency),
    ...memoryAccountStore(state),
    ...memoryCredentialStore(state),
    ...memoryOrderStore(state),
    ...idempotency,
    ...memoryScriptStore(state),
    ...memoryBotStore(state),
    ...memoryPartnerStore(state, idempotency),
    ...memoryRiskSwitchStore(state),
    ...memoryEventLog(state),
    ...memoryEquityStore(state),
    ...memoryExchangeHealthStore(state),
    ...memorySignInStore(state),
    ...memorySecondFactorStore(state),
    ...memoryHookStore(state),
    ...memoryWatchListStore(state),
    ...memoryDataSeriesStore(state),
  };
}
