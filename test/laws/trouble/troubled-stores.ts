// The stores of a service behind a wrapper that fails by schedule, with the errors that the driver
// of the database throws: from one call on, or at one call alone.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { translateDatabaseError } from '#adapters/postgres/connection/translate-database-error.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';

export const STORE_TROUBLES = [
  'slow',
  'hung',
  'refused',
  'full disk',
  'failing disk',
  'closed to changes',
  'altered table',
  'deadlock',
  'lost response',
  'lost request',
] as const;
export type StoreTrouble = (typeof STORE_TROUBLES)[number];

export type StoreSchedule = {
  /** The trouble begins with the call of this number, counted from here on. */
  begin(this: void, trouble: StoreTrouble, atCall: number): void;
  /** Returns how many calls there were. */
  end(this: void): number;
};

/** Whether it lasts until it is ended; otherwise one call alone meets it. */
const LASTS: ReadonlySet<StoreTrouble> = new Set([
  'slow',
  'hung',
  'refused',
  'full disk',
  'failing disk',
  'closed to changes',
]);

/** Those under which what is stored can be read. */
const OF_CHANGES: ReadonlySet<StoreTrouble> = new Set([
  'full disk',
  'failing disk',
  'closed to changes',
]);

const ERRORS: { readonly [trouble in Exclude<StoreTrouble, 'slow'>]: readonly [string, string] } = {
  hung: ['57014', 'canceling statement due to statement timeout'],
  refused: ['ECONNREFUSED', 'connect ECONNREFUSED'],
  'full disk': ['53100', 'could not extend file: No space left on device'],
  'failing disk': ['58030', 'could not write block: Input/output error'],
  'closed to changes': ['25006', 'cannot execute INSERT in a read-only transaction'],
  'altered table': ['42703', 'column "added" does not exist'],
  deadlock: ['40P01', 'deadlock detected'],
  'lost response': ['ECONNRESET', 'read ECONNRESET'],
  'lost request': ['ECONNRESET', 'read ECONNRESET'],
};

/** What the edge is given that is no store: the rest is, also what is added to it. */
const NO_STORES: ReadonlySet<string> = new Set(
  (
    'clock timer random log secrets digest passwords passkeys exchanges checker sealerFor ledger ' +
    'marketFeeds candleSources simulatedVenues paperVenues futuresTerms webhookNetworks ' +
    'notificationRules history archiveCode candleFiles'
  ).split(' '),
);

const READS =
  /^(?:find|list|newest|read|count(?!Request)|is|has|load|show|get|look|known|open|stream|sum)/;

type Deps = { readonly [name: string]: unknown };
type Method = (this: unknown, ...given: unknown[]) => unknown;

export type TroubledStores = {
  readonly schedule: StoreSchedule;
  /** The same store, whose calls the schedule may fail. */
  wrapped<T extends object>(this: void, store: T): T;
};

export function troubledStores(): TroubledStores {
  const state = { trouble: null as StoreTrouble | null, atCall: 0, callsCount: 0 };
  const wrappers = new WeakMap<object, object>();

  async function inTrouble(call: () => unknown, isRead: boolean): Promise<unknown> {
    const { trouble } = state;
    if (trouble === null || (OF_CHANGES.has(trouble) && isRead)) return call();
    if (!LASTS.has(trouble)) state.trouble = null;
    if (trouble === 'slow' || trouble === 'hung') await turns();
    if (trouble === 'slow') return call();
    if (trouble === 'lost response' && !isRead) await call();
    const [code, message] = ERRORS[trouble];
    const error = Object.assign(new Error(message), { code });
    throw translateDatabaseError(error, isRead || trouble === 'refused' ? 'read' : 'write');
  }

  function wrapped<T extends object>(store: T): T {
    const wrapper = wrappers.get(store) ?? wrapperOf(store);
    wrappers.set(store, wrapper);
    return wrapper as T;
  }

  const wrapperOf = (store: object): object =>
    new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || typeof name !== 'string') return value;
        return (...given: unknown[]) => {
          state.callsCount += 1;
          const call = (): unknown => (value as Method).apply(target, given);
          const isMet = state.trouble !== null && state.callsCount >= state.atCall;
          return isMet ? inTrouble(call, READS.test(name)) : call();
        };
      },
    });

  return {
    schedule: {
      begin: (trouble, atCall) => void Object.assign(state, { trouble, atCall, callsCount: 0 }),
      end() {
        state.trouble = null;
        return state.callsCount;
      },
    },
    wrapped,
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

/** The same edge over stores that the schedule fails. */
export function withTroubledStores(deps: EdgeDeps, { wrapped }: TroubledStores): EdgeDeps {
  return withWrappedStores(deps, wrapped);
}

/** The same edge over its stores behind a wrapper. */
export function withWrappedStores(deps: EdgeDeps, wrapped: TroubledStores['wrapped']): EdgeDeps {
  const troubled = (parts: Deps): Deps =>
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => {
        if (typeof part !== 'object' || part === null || NO_STORES.has(name)) return [name, part];
        return [name, name === 'reserve' ? troubled(part as Deps) : wrapped(part)];
      }),
    );
  const { ports, reserved, signIn, services } = deps;
  const changed = Object.fromEntries(
    Object.entries({ ports, reserved, signIn, services }).map(([name, parts]) => [
      name,
      troubled(parts as unknown as Deps),
    ]),
  );
  return { ...deps, ...changed };
}
