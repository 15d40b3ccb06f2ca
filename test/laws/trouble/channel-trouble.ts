// The part of law 6 for the channel of notifications between processes: what others change is not
// heard, and every operation is requested, with a key that holds and with one that another process
// revoked. What is remembered is worth nothing then, and nobody waits for the channel.

import { OPERATIONS } from '#api/operations.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import { STREAM_ROUTES } from '#api/streams/stream-routes.ts';
import { SCOPES } from '#domain/access/scope.ts';
import { LIMITS } from '#lib/limits.ts';
import type { MatrixSize, PlantedViolation, TriedCell } from '../law.ts';
import { broken, HELD } from '../law.ts';
import type { Outcome } from './judge-response.ts';
import { judgeBystander, NO_OUTCOME } from './judge-response.ts';
import type { OperationCaller } from './open-caller.ts';
import { openCaller, spansOf } from './open-caller.ts';
import { QUIET_NAMES } from './request-fields.ts';
import type { TroublePart } from './trouble-part.ts';
import { quietService } from './troubled-service.ts';

const CHANNEL_TROUBLES = ['lost', 'silent'] as const;
/** `silent`: nobody has noticed yet that nothing is heard. */
type ChannelTrouble = (typeof CHANNEL_TROUBLES)[number];

export const CHANNEL_TROUBLE: TroublePart = {
  dependency: 'channel of notifications',
  participants: async () => [...OPERATIONS, ...STREAM_ROUTES].map(({ operationId }) => operationId),
  tryCells,
  planted: [
    planted('callers that are remembered while nothing is heard', 'lost', {
      hearsChanges: () => true,
    }),
    planted('callers that are remembered for ever', 'silent', { agesNothing: true }),
  ],
};

type Plant = {
  readonly hearsChanges?: () => boolean;
  /** What is remembered seems to be as new as it was. */
  readonly agesNothing?: boolean;
};

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const quiet = await quietService();
  const count = Math.max(1, Math.round(CHANNEL_TROUBLES.length * share));
  for (let at = 0; at < count; at += 1) {
    const trouble = CHANNEL_TROUBLES[(seed + at) % CHANNEL_TROUBLES.length] ?? 'lost';
    yield* tryTrouble(trouble, quiet, {});
  }
}

async function* tryTrouble(
  trouble: ChannelTrouble,
  quiet: ReadonlyMap<string, Outcome>,
  plant: Plant,
): AsyncGenerator<TriedCell> {
  const hearsChanges = plant.hearsChanges ?? ((): boolean => trouble === 'silent');
  const caller = await openCaller(QUIET_NAMES, (deps: EdgeDeps) => ({ ...deps, hearsChanges }));
  const { clock } = caller.service;
  const revoked = await revokedKey(caller);
  if (trouble === 'silent' && plant.agesNothing !== true) clock.advance(LIMITS.principalCacheMs);
  for (const operation of caller.operations) {
    const { operationId: participant } = operation;
    const refused = await caller.call(operation, undefined, { authorization: `Bearer ${revoked}` });
    const verdict = refused?.status === 401 ? HELD : broken(`${refused?.status ?? 'no'} response`);
    yield { participant, cell: `${trouble}, by a key revoked elsewhere`, verdict };
  }
  for (const operation of caller.operations) {
    const { operationId: participant } = operation;
    const usual = quiet.get(participant) ?? NO_OUTCOME;
    const outcome = await caller.call(operation);
    yield {
      participant,
      cell: `${trouble} (${usual.status})`,
      verdict: judgeBystander(usual, { outcome, requestsCount: 0 }),
      ...spansOf(trouble, usual, outcome),
    };
  }
  await caller.close();
}

/** The process has seen it at work, and does not hear that another revokes it. */
async function revokedKey(caller: OperationCaller): Promise<string> {
  const { service, operations } = caller;
  const key = await service.makeKey([...SCOPES]);
  const [first] = operations.filter(({ method }) => method === 'GET');
  if (first !== undefined) await caller.call(first, undefined, { authorization: `Bearer ${key}` });
  const [newest] = (await service.store.listKeys('usr_first')).toSorted((one, other) =>
    one.keyId < other.keyId ? 1 : -1,
  );
  if (newest !== undefined) await service.store.setKeyEnabled(newest.keyId, false);
  return key;
}

function planted(name: string, trouble: ChannelTrouble, plant: Plant): PlantedViolation {
  return {
    name,
    async find() {
      for await (const tried of tryTrouble(trouble, new Map(), plant))
        if (tried.verdict.kind === 'broken') return tried;
      return null;
    },
  };
}
