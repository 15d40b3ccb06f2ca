// Law 8: what protects cannot be lifted by what it protects from. Every operation that changes
// something is classified; what mints access or loosens a limit needs more than the scope that
// trades, and of a session a proof, while what tightens needs neither.

import type { Scope } from '#domain/access/scope.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { Operation } from '#api/http/operation.ts';
import { OPERATIONS } from '#api/operations.ts';
import { SIGN_IN_ROUTES } from '#api/sign-in/sign-in-routes.ts';
import { PASSWORD } from '../../support/signed-in.ts';
import type { Law, PlantedViolation, TriedCell, Verdict } from '../law.ts';
import { broken, excused, HELD } from '../law.ts';
import type { ProtectionClass } from './classified-operations.ts';
import {
  ANNOUNCED,
  NEITHER,
  OPERATION_CLASSES,
  PUBLISHED_SCOPES,
  SIGN_IN_CLASSES,
  UNANNOUNCED,
} from './classified-operations.ts';
import type { GuardedReply, Changes, GuardedService } from './guarded-service.ts';
import { openGuardedService } from './guarded-service.ts';

/** The rule's own: those that reach beyond trading. */
const PROTECTING: readonly Scope[] = ['admin', 'accounts'];
const LIMIT_SETTERS = ['setAccountLimits', 'whitelabelSetUserLimits', 'partnerSetUserLimits'];
const STRANGER = 'POST /auth/confirm';

const CLASS_OF: ReadonlyMap<string, ProtectionClass> = new Map(
  Object.entries(OPERATION_CLASSES).flatMap(([kind, ids]) =>
    ids.map((id) => [id, kind as ProtectionClass] as const),
  ),
);
const REASON_OF = reasonsOf(NEITHER);
const UNANNOUNCED_REASON_OF = reasonsOf(UNANNOUNCED);

function reasonsOf(
  reasons: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(reasons).flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)),
  );
}

/** Each is cheap: all are tried, whatever the share. */
export const protectionLaw: Law = {
  number: 8,
  title: 'what protects cannot be lifted by what it protects from',
  participants: async () => [
    ...OPERATIONS.filter(isChange).map(({ operationId }) => operationId),
    ...SIGN_IN_ROUTES.filter(isChange).map(({ method, path }) => `${method} ${path}`),
  ],
  tryCells: () => tryAll({}),
  planted: [
    planted('an operation without a class', {
      operations: [...OPERATIONS, renamed('createKey', 'mintToken', '/v1/tokens')],
    }),
    planted('a hook that the scope of bots alone makes', {
      operations: without('createHook', 'needsProtectingScope'),
    }),
    planted('credentials that an old session replaces', {
      operations: without('rotateAccountCredentials', 'needsConfirmation'),
    }),
    planted('a key that an old session enables', {
      operations: without('switchKey', 'needsConfirmationOf'),
    }),
    planted('a limit that the scope of trading lifts', {
      deps: (deps) => ({
        ...deps,
        services: { ...deps.services, orders: unjudgedLimits(deps.services.orders) },
      }),
    }),
    planted('a stop that needs a proof', {
      operations: changed('stopEverything', (stop) => ({ ...stop, needsConfirmation: true })),
    }),
    planted('a cancellation that needs another scope', {
      operations: changed('cancelOrder', (cancel) => ({ ...cancel, needsProtectingScope: true })),
    }),
    planted('a webhook that nobody hears of', {
      deps: (deps) => ({ ...deps, services: { ...deps.services, webhooks: unheard(deps) } }),
    }),
    planted('confirmations that are counted by the name', {
      deps: (deps) => {
        const { signIns } = deps.signIn;
        const byName = countedByName(signIns, deps.signIn.digest.sha256('usr_first'));
        return { ...deps, signIn: { ...deps.signIn, signIns: byName } };
      },
    }),
  ],
};

function isChange({ method }: { readonly method: string }): boolean {
  return method !== 'GET';
}

async function* tryAll(changes: Changes): AsyncGenerator<TriedCell> {
  const service = await openGuardedService(changes);
  try {
    const changing = service.operations.filter(isChange);
    yield* tryKeys(service, changing);
    yield* tryFreshSession(service);
    service.ageSession();
    yield* tryOldSession(service, changing);
    yield* tryStranger(service);
    yield* tryTightening(service);
  } finally {
    await service.close();
  }
}

/** What keys may do that have the scope of the operation alone. */
async function* tryKeys(
  service: GuardedService,
  changing: readonly Operation[],
): AsyncGenerator<TriedCell> {
  for (const { operationId, scope, isAddition } of changing) {
    const kind = CLASS_OF.get(operationId);
    const reason = REASON_OF.get(operationId);
    const cell = (text: string, verdict: Verdict) => ({
      participant: operationId,
      cell: text,
      verdict,
    });
    if (kind === undefined) {
      const found = broken(`"${operationId}" is in no class of what access and limits need`);
      yield cell('its class', reason === undefined ? found : excused(reason));
      continue;
    }
    await tighten(service, operationId);
    const alone = await service.byKey([scope], askOf(service, operationId));
    const isGuarded = kind === 'mints' || kind === 'loosens' || kind === 'silences';
    if (!isGuarded) {
      yield cell('a key of its scope alone', isRefused(alone) ? broken(shown(alone)) : HELD);
    } else if (PUBLISHED_SCOPES.has(operationId)) {
      yield cell('a key of its scope alone', excused('the published contract states its scope'));
    } else if (!PROTECTING.includes(scope)) {
      const isHeld = alone.code === 'insufficient_scope';
      yield cell('a key of its scope alone', isHeld ? HELD : broken(shown(alone)));
    } else {
      yield cell('its scope reaches beyond trading', isAddition ? HELD : broken('it is published'));
    }
    await tighten(service, operationId);
    const before = service.notedTypes();
    const wide = await service.byKey([scope, 'accounts'], askOf(service, operationId));
    yield cell('a key that may protect', isRefused(wide) ? broken(shown(wide)) : HELD);
    if (kind === 'mints') {
      const noted = service.notedTypes().slice(before.length);
      yield cell('its owner hears of it', announcementOf(operationId, wide, noted));
    }
  }
}

function announcementOf(
  operationId: string,
  response: GuardedReply,
  noted: readonly EventType[],
): Verdict {
  const reason = UNANNOUNCED_REASON_OF.get(operationId);
  if (reason !== undefined) return excused(reason);
  const type = ANNOUNCED[operationId];
  if (type === undefined) return broken('its owner hears nothing of it, and no reason says why');
  if (response.status !== 201) return broken(`it was not made: ${shown(response)}`);
  return noted.includes(type) ? HELD : broken(`there is no event "${type}"`);
}

/** A proof opens what needs one: nobody is locked out for good. */
async function* tryFreshSession(service: GuardedService): AsyncGenerator<TriedCell> {
  for (const operationId of [...OPERATION_CLASSES.mints, ...OPERATION_CLASSES.loosens]) {
    const response = await service.bySession(askOf(service, operationId));
    const verdict = isRefused(response) ? broken(shown(response)) : HELD;
    yield { participant: operationId, cell: 'a session that was confirmed', verdict };
  }
}

async function* tryOldSession(
  service: GuardedService,
  changing: readonly Operation[],
): AsyncGenerator<TriedCell> {
  for (const { operationId } of changing) {
    const kind = CLASS_OF.get(operationId);
    if (kind === undefined) continue;
    await tighten(service, operationId);
    const response = await service.bySession(askOf(service, operationId));
    const needsProof = kind === 'mints' || kind === 'loosens';
    const isHeld = needsProof === (response.code === 'confirmation_required');
    const verdict = isHeld ? HELD : broken(shown(response));
    yield { participant: operationId, cell: 'a session that was not confirmed', verdict };
  }
  for (const { method, path } of SIGN_IN_ROUTES.filter(isChange)) {
    const participant = `${method} ${path}`;
    const kind = SIGN_IN_CLASSES[participant];
    // These would end the session of the law.
    const isEnd = kind === 'tightens' && path === '/auth/sign-out';
    if (kind === undefined) {
      yield { participant, cell: 'its class', verdict: broken(`"${participant}" has no class`) };
    } else if (typeof kind === 'object' || isEnd) {
      const reason = typeof kind === 'object' ? kind.reason : 'it ends the session itself';
      yield { participant, cell: 'its class', verdict: excused(reason) };
    } else {
      const response = await service.bySession({ method, url: path, payload: {} });
      const isHeld = (kind === 'mints') === (response.code === 'confirmation_required');
      const verdict = isHeld ? HELD : broken(shown(response));
      yield { participant, cell: 'a session that was not confirmed', verdict };
    }
  }
}

const WRONG_COUNT = 8;

/** Wrong passwords of a stranger keep nobody out who is signed in. */
async function* tryStranger(service: GuardedService): AsyncGenerator<TriedCell> {
  const guess = { user_name: 'usr_first', password: 'a wrong password' };
  for (let count = 0; count < WRONG_COUNT; count += 1)
    await service.byStranger({ method: 'POST', url: '/auth/sign-in', payload: guess });
  const response = await service.bySession({
    method: 'POST',
    url: '/auth/confirm',
    payload: { secret: PASSWORD },
  });
  const verdict = response.status === 200 ? HELD : broken(shown(response));
  yield { participant: STRANGER, cell: 'after wrong passwords of a stranger', verdict };
}

/** Limits that are tightened by whoever trades, with the same operation that lifts them. */
async function* tryTightening(service: GuardedService): AsyncGenerator<TriedCell> {
  for (const operationId of LIMIT_SETTERS) {
    const response = await tighten(service, operationId);
    const verdict =
      response?.status === 200 ? HELD : broken(response === null ? '' : shown(response));
    yield { participant: operationId, cell: 'a tighter value by its scope alone', verdict };
  }
}

/** Sets again what an earlier request may have lifted; null: the operation sets no limits. */
async function tighten(service: GuardedService, operationId: string): Promise<GuardedReply | null> {
  if (!LIMIT_SETTERS.includes(operationId)) return null;
  const ask = { ...askOf(service, operationId), payload: { max_orders_per_minute: 1 } };
  return service.byKey(['trading', 'whitelabel', 'partner'], ask);
}

function askOf({ requests }: GuardedService, operationId: string) {
  const ask = requests.get(operationId);
  if (ask === undefined) throw new Error(`no request for "${operationId}"`);
  return ask;
}

function isRefused({ code }: GuardedReply): boolean {
  return code === 'insufficient_scope' || code === 'confirmation_required';
}

function shown({ status, code }: GuardedReply): string {
  return `${status} ${code ?? ''}`.trimEnd();
}

function changed(id: string, change: (operation: Operation) => Operation): readonly Operation[] {
  return OPERATIONS.map((each) => (each.operationId === id ? change(each) : each));
}

function without(id: string, field: keyof Operation): readonly Operation[] {
  return changed(id, (each) => {
    const rest = Object.entries(each).filter(([name]) => name !== field);
    return Object.fromEntries(rest) as unknown as Operation;
  });
}

function renamed(id: string, operationId: string, path: string): Operation {
  const [found] = OPERATIONS.filter((each) => each.operationId === id);
  if (found === undefined) throw new Error(`there is no "${id}"`);
  return { ...found, operationId, path };
}

type Orders = Parameters<NonNullable<Changes['deps']>>[0]['services']['orders'];
type SignIns = Parameters<NonNullable<Changes['deps']>>[0]['signIn']['signIns'];

function unjudgedLimits(orders: Orders): Orders {
  return { ...orders, setLimits: (id, limits, claim) => orders.setLimits(id, limits, claim) };
}

/** Says that webhooks are made. */
function unheard({ services: { webhooks } }: EdgeDeps): EdgeDeps['services']['webhooks'] {
  return { ...webhooks, insertWebhook: async () => 'inserted' as const };
}

function countedByName(signIns: SignIns, digest: Uint8Array): SignIns {
  const name = `name ${Buffer.from(digest).toString('base64url')}`;
  const subjectOf = (subject: string): string => (subject.startsWith('session ') ? name : subject);
  return {
    ...signIns,
    takeAttempt: (subject, rules, nowMs) => signIns.takeAttempt(subjectOf(subject), rules, nowMs),
    returnAttempt: (subject) => signIns.returnAttempt(subjectOf(subject)),
  };
}

function planted(name: string, changes: Changes): PlantedViolation {
  return {
    name,
    async find() {
      for await (const cell of tryAll(changes)) if (cell.verdict.kind === 'broken') return cell;
      return null;
    },
  };
}
