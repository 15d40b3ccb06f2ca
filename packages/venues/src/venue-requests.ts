// Requests of an account to its venue: sends what the dialect builds and takes the verdict. A
// request that was refused for its time stamp is signed anew once, after the clock was measured;
// nothing else is ever sent twice.

import type { VenueAccount } from '#venue-port/exchange/exchange.ts';
import type { FailureCode } from '#venue-port/world/failure.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type {
  JointQuery,
  ListQuery,
  Page,
  Query,
  UnreadableOrder,
  Verdict,
} from '#venues/dialect.ts';
import type { UnreadableRow } from '#venues/dialects/reply/read-rows.ts';
import { withLeftOut } from '#venues/dialects/reply/read-rows.ts';
import { hideSecrets } from '#venues/hide-secrets.ts';
import type { UnreadableRows } from '#venues/unreadable-rows.ts';
import type { VenueClock } from '#venues/venue-clock.ts';
import type { HealthRecord } from '#venues/venue-health.ts';
import type {
  SendBy,
  VenueCall,
  VenueCredentials,
  VenueWire,
  WireOutcome,
} from '#venues/wire/venue-wire.ts';

export type VenueRequestsDeps = {
  readonly wire: Pick<VenueWire, 'send'>;
  readonly venueClock: VenueClock;
  readonly health: HealthRecord;
  /** Throws Failure: `unauthorized` when the account has none. */
  readonly credentialsOf: (accountId: string) => Promise<VenueCredentials>;
  /** See `CredentialSource`. */
  readonly onRefused: (accountId: string, refused: VenueCredentials, detail: string) => void;
  /** Until when this process may send for the account; see VenueWire. */
  readonly sendByMs: (accountId: string) => number;
  /** Nothing is sent from this address for so long. */
  readonly stopAddress: (durationMs: number) => void;
  /** The account is in another mode than was read, or may be. */
  readonly onOtherMode?: (accountId: string) => void;
  /** Hears of rows that cannot be read; absent: nobody does. */
  readonly rows?: Pick<UnreadableRows, 'note'>;
};

/** Null: nobody's, a public request. */
type Asker = Pick<VenueAccount, 'accountId'> | null;

export type VenueRequests = {
  /**
   * What it came to; nothing is written from `sendBy` on. Throws Failure only when there are no
   * credentials to sign with.
   */
  run<T>(asker: Asker, query: Query<T>, sendBy?: SendBy): Promise<Verdict<T>>;
  /** The value of a request that changes nothing. Throws Failure. */
  read<T>(asker: Asker, query: Query<T>): Promise<T>;
  /** All items of all lists. Throws Failure. */
  readAll<T>(asker: Asker, lists: readonly ListQuery<T>[]): Promise<readonly T[]>;
  /** As `readAll`, with the rows that could not be read. Throws Failure. */
  readReadable<T>(asker: Asker, lists: readonly ListQuery<T>[]): Promise<ReadableRows<T>>;
  /** Throws Failure. With these credentials, and the account is never marked for them. */
  readJointly<T>(
    asker: Pick<VenueAccount, 'accountId'>,
    credentials: VenueCredentials,
    query: JointQuery<T>,
  ): Promise<T>;
};

type ReadableRows<T> = Required<Pick<Page<T>, 'items' | 'unreadable' | 'leftOut'>>;

const DEADLINE_MS = 10_000;
const PAGES_MAX = 200;
const STOP_MS = 60_000;
/** Without an earlier success in this process, a venue must refuse so often in a row. */
const REFUSALS_MAX = 3;

/** Requests over a wire; equal joint reads that are under way are shared. */
export function makeVenueRequests(deps: VenueRequestsDeps): VenueRequests {
  const standing = new Map<string, Standing>();

  async function send(
    asker: Asker,
    call: VenueCall,
    keys: VenueCredentials | null,
    sendBy: SendBy,
  ): Promise<WireOutcome> {
    if (deps.venueClock.skewMs() === null) await deps.venueClock.measure();
    const sendByMs = (): number =>
      Math.min(sendBy(), asker === null ? Infinity : deps.sendByMs(asker.accountId));
    const outcome = await deps.wire.send(call, keys, DEADLINE_MS, sendByMs);
    deps.health.note(outcome);
    return outcome;
  }

  async function run<T>(
    asker: Asker,
    query: Query<T>,
    sendBy: SendBy = () => Infinity,
  ): Promise<Verdict<T>> {
    const keys = asker === null ? null : await deps.credentialsOf(asker.accountId);
    const readReply = (outcome: WireOutcome): Verdict<T> => {
      const { value, leftOut } = withLeftOut(() => query.read(outcome));
      if (asker === null) deps.rows?.note('market_data', leftOut);
      else deps.rows?.note('account', leftOut, asker.accountId);
      return value;
    };
    // One for both tries: what follows from a request that was given up relies on it.
    const endsAtMs = performance.now() + DEADLINE_MS;
    const endsBy = (): number => Math.min(endsAtMs, sendBy());
    let verdict = readReply(await send(asker, query.call, keys, endsBy));
    if (verdict.kind === 'clock' && (await deps.venueClock.measure()))
      verdict = afterMeasurement(readReply(await send(asker, query.call, keys, endsBy)));
    const shown = withoutSecrets(verdict, keys);
    noteStop(deps, shown);
    if (asker !== null && isDoubtOfMode(shown)) deps.onOtherMode?.(asker.accountId);
    if (asker !== null && keys !== null)
      noteStanding(deps, standing, { accountId: asker.accountId, keys }, shown);
    return shown;
  }

  async function read<T>(asker: Asker, query: Query<T>): Promise<T> {
    return valueOf(await run(asker, query));
  }

  return {
    run,
    read,
    ...listReads(read),
    async readJointly(asker, keys, query) {
      const endsAtMs = performance.now() + 2 * DEADLINE_MS;
      const ask = async (): Promise<readonly WireOutcome[]> =>
        Promise.all(query.calls.map(async (call) => send(asker, call, keys, () => endsAtMs)));
      let verdict = query.read(await ask());
      if (verdict.kind === 'clock' && (await deps.venueClock.measure()))
        verdict = afterMeasurement(query.read(await ask()));
      return valueOf(withoutSecrets(verdict, keys));
    },
  };
}

/** With the venue's own time, what may be the clock or the key is the key. */
function afterMeasurement<T>(verdict: Verdict<T>): Verdict<T> {
  if (verdict.kind !== 'clock' || verdict.mayBeKey !== true) return verdict;
  const { detail } = verdict;
  return {
    kind: 'not_done',
    failure: 'unauthorized',
    retryAfterMs: null,
    stopsAddress: false,
    detail,
  };
}

function listReads(read: VenueRequests['read']): Pick<VenueRequests, 'readAll' | 'readReadable'> {
  async function readList<T>(asker: Asker, list: ListQuery<T>): Promise<ReadableRows<T>> {
    const items: T[] = [];
    const unreadable: UnreadableOrder[] = [];
    const leftOut: UnreadableRow[] = [];
    let next: ListQuery<T> | null = list;
    for (let count = 0; next !== null; count++) {
      if (count === PAGES_MAX)
        throw new Failure('corrupt_reply', `A list of the exchange has over ${PAGES_MAX} pages.`);
      const page: Page<T> = await read(asker, next);
      items.push(...page.items);
      unreadable.push(...(page.unreadable ?? []));
      leftOut.push(...(page.leftOut ?? []));
      next = page.next;
    }
    return { items, unreadable, leftOut };
  }

  async function readReadable<T>(
    asker: Asker,
    lists: readonly ListQuery<T>[],
  ): Promise<ReadableRows<T>> {
    const read = await Promise.all(lists.map(async (list) => readList(asker, list)));
    return {
      items: read.flatMap(({ items }) => items),
      unreadable: read.flatMap(({ unreadable }) => unreadable),
      leftOut: read.flatMap(({ leftOut }) => leftOut),
    };
  }

  return {
    async readAll(asker, lists) {
      const { items, unreadable, leftOut } = await readReadable(asker, lists);
      const [first] = [...unreadable, ...leftOut];
      if (first !== undefined) throw new Failure('corrupt_reply', first.detail);
      return items;
    },
    readReadable,
  };
}

/** Of an account's key, as far as this process knows: whether it was accepted, and since. */
type Standing = { readonly wasAccepted: boolean; readonly refusalsInRow: number };

/**
 * A key that worked and is refused now may have been revoked. One refusal of a key that this
 * process has not seen work yet may have other causes, such as an address that is not on its list.
 */
function noteStanding(
  deps: VenueRequestsDeps,
  standing: Map<string, Standing>,
  { accountId, keys }: { readonly accountId: string; readonly keys: VenueCredentials },
  verdict: Verdict<unknown>,
): void {
  const name = `${accountId} ${keys.apiKey}`;
  const before = standing.get(name) ?? { wasAccepted: false, refusalsInRow: 0 };
  if (verdict.kind !== 'not_done') {
    if (verdict.kind === 'done') standing.set(name, { wasAccepted: true, refusalsInRow: 0 });
    return;
  }
  if (verdict.failure !== 'unauthorized') return;
  const refusalsInRow = before.refusalsInRow + 1;
  standing.set(name, { ...before, refusalsInRow });
  if (!before.wasAccepted && refusalsInRow < REFUSALS_MAX) return;
  standing.delete(name);
  deps.onRefused(accountId, keys, verdict.detail);
}

function noteStop(deps: VenueRequestsDeps, verdict: Verdict<unknown>): void {
  if (verdict.kind === 'not_done' && verdict.stopsAddress)
    deps.stopAddress(verdict.retryAfterMs ?? STOP_MS);
}

/** A refusal may be for the mode as well. */
function isDoubtOfMode(verdict: Verdict<unknown>): boolean {
  if (verdict.kind === 'rejected') return true;
  return verdict.kind === 'not_done' && verdict.isOtherMode === true;
}

function withoutSecrets<T>(verdict: Verdict<T>, keys: VenueCredentials | null): Verdict<T> {
  if (!('detail' in verdict)) return verdict;
  return { ...verdict, detail: hideSecrets(verdict.detail, keys) };
}

/** What a request that changes nothing has brought. Throws Failure. */
export function valueOf<T>(verdict: Verdict<T>): T {
  if (verdict.kind === 'done') return verdict.value;
  throw failureOf(verdict);
}

/** The failure of a request that certainly changed nothing. */
export function failureOf(verdict: Exclude<Verdict<never>, { readonly kind: 'done' }>): Failure {
  const [code, detail] = reasonOf(verdict);
  return new Failure(code, detail);
}

function reasonOf(
  verdict: Exclude<Verdict<never>, { readonly kind: 'done' }>,
): readonly [FailureCode, string] {
  switch (verdict.kind) {
    case 'not_done':
      return [verdict.failure, verdict.detail];
    case 'clock':
      return ['unavailable', `The exchange refuses our clock: ${verdict.detail}`];
    case 'unknown':
      return ['corrupt_reply', verdict.detail];
    case 'rejected':
      return ['corrupt_reply', `The exchange refuses a request: ${verdict.detail}`];
    case 'duplicate':
    case 'absent':
    case 'forgotten':
      return ['corrupt_reply', `The exchange gave no result ("${verdict.kind}").`];
  }
}
