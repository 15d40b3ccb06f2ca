// A service of which every operation is requested, in an order in which each finds what it needs.

import type { LightMyRequestResponse } from 'fastify';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import { problemCodesOf } from '#api/openapi/problem-codes.fixture.ts';
import { SCOPES } from '#domain/access/scope.ts';
import type { TestService } from '../../support/test-service.ts';
import { AMPLE_BUDGETS, makeTestService } from '../../support/test-service.ts';
import type { ListedOperation, Names, OperationRequest } from './list-operations.ts';
import { isStream, learnNames, listOperations, requestOf } from './list-operations.ts';
import type { Took, TriedCell } from '../law.ts';
import type { Outcome } from './judge-response.ts';

/** Nothing that is computed here takes as long. */
export const PATIENCE_MS = 20_000;
const TURNS = 100;

export type OperationCaller = {
  readonly service: TestService;
  readonly operations: readonly ListedOperation[];
  /** Null when the patience ended first. */
  call(
    operation: ListedOperation,
    patience?: Patience,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Outcome | null>;
  /** Those that the document has for its status. */
  codesOf(operation: ListedOperation, outcome: Outcome | null): readonly string[];
  close(): Promise<void>;
};

/** `known`: names of what is there; `change` may replace parts of what the edge is given. */
export async function openCaller(
  known: Readonly<Record<string, string>>,
  change?: (deps: EdgeDeps) => EdgeDeps,
): Promise<OperationCaller> {
  const service = await makeTestService(change, AMPLE_BUDGETS);
  const key = await service.makeKey([...SCOPES]);
  const document = service.api.document();
  const names: Names = new Map(Object.entries(known));
  return {
    service,
    operations: listOperations(document),
    async call(operation, patience = within(PATIENCE_MS), headers = {}) {
      const request = requestOf(document, operation, names);
      const ending = new AbortController();
      const took = countTurns();
      const response = await Promise.race([
        respond(service, operation, request, { authorization: `Bearer ${key}`, ...headers }),
        patience(ending.signal),
      ]);
      ending.abort();
      const spent = took();
      if (response === null) return null;
      learnNames(operation, response, names);
      const { statusCode: status, retryAfter } = response;
      return { status, code: codeOf(response), retryAfter, took: spent };
    },
    codesOf: ({ described }, outcome) =>
      outcome === null ? [] : problemCodesOf(document, described, outcome.status),
    close: () => service.close(),
  };
}

/**
 * Turns of the loop from now until the response is called. They do not depend on the speed of the
 * machine, as long as nothing is computed outside the process.
 */
function countTurns(): () => Took {
  const beganMs = performance.now();
  let turnsCount = 0;
  let isOver = false;
  const turn = (): void => {
    if (isOver) return;
    turnsCount += 1;
    setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
    return { turnsCount, ms: performance.now() - beganMs };
  };
}

/** What a response took beside a quiet day; nothing where there was none, or another one. */
export function spansOf(
  setting: string,
  quiet: Outcome,
  found: Outcome | null,
): Pick<TriedCell, 'spans'> {
  if (found === null || found.status !== quiet.status) return {};
  return { spans: { setting, quiet: quiet.took, found: found.took } };
}

type CallerReply = {
  readonly statusCode: number;
  readonly body: string;
  readonly retryAfter: string | null;
};

/** Of a stream its beginning alone. */
async function respond(
  { api: { app } }: TestService,
  operation: ListedOperation,
  request: OperationRequest,
  headers: Readonly<Record<string, string>>,
): Promise<CallerReply> {
  if (!isStream(operation)) return receivedOf(await app.inject({ ...request, headers }));
  const response = await app.inject({ ...request, headers, payloadAsStream: true });
  const stream = response.stream();
  if (response.statusCode >= 400) return { ...receivedOf(response), body: await text(stream) };
  stream.destroy();
  return { ...receivedOf(response), body: '' };
}

function receivedOf({ statusCode, body, headers }: LightMyRequestResponse): CallerReply {
  return { statusCode, body, retryAfter: headers['retry-after']?.toString() ?? null };
}

function codeOf({ statusCode, body }: CallerReply): string | null {
  if (statusCode < 400 || !body.startsWith('{')) return null;
  const { code } = JSON.parse(body) as { readonly code?: string };
  return code ?? null;
}

/** Resolves when it ends; the signal ends it early. */
export type Patience = (signal: AbortSignal) => Promise<null>;

export function within(patienceMs: number): Patience {
  return async (signal) => pause(patienceMs, null, { signal }).catch(() => null);
}

/** Turns of the loop in which whatever does not wait for an exchange is responded to. */
export async function turns(): Promise<null> {
  for (let count = 0; count < TURNS; count += 1) await nextTurn();
  return null;
}
