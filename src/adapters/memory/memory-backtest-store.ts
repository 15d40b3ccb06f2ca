// Backtests in the memory of one process.

import type {
  BacktestOutcome,
  BacktestProgress,
  BacktestStage,
  BacktestStore,
  ResultList,
  StoredBacktest,
} from '#ports/stores/backtest-store.ts';
import { insistOnRecord } from '#adapters/memory/memory-idempotency-store.ts';
import type { RequestRecord } from '#adapters/memory/memory-state.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { patienceOfRunMs } from '#domain/shares/patience-of-run-ms.ts';
import { BACKTEST_QUEUE } from '#ports/stores/backtest-store.ts';
import type { Jobs } from '#ports/work/jobs.ts';
import type { IdempotencyStore } from '#ports/stores/idempotency-store.ts';

type Lists = { readonly [list in ResultList]: readonly string[] };

const UNBEGUN: BacktestStage = { phase: 'queued', doneShare: 0, beganAtMs: null };

/** An empty store whose jobs are queued in `jobs`; those of strategies are noted in `requested`. */
export function memoryBacktestStore(
  jobs: Pick<Jobs<null>, 'enqueue' | 'discard' | 'settle'>,
  idempotency: Pick<IdempotencyStore, 'complete'>,
  requested: RequestRecord[] = [],
): BacktestStore {
  const rows = new Map<string, StoredBacktest>();
  const listsById = new Map<string, Lists>();
  const frozenById = new Map<string, string>();
  let sequence = 0;

  function rowOf(userId: string, backtestId: string): StoredBacktest | null {
    const row = rows.get(backtestId);
    return row?.backtest.userId === userId ? row : null;
  }

  function forget(backtestId: string): void {
    rows.delete(backtestId);
    listsById.delete(backtestId);
    frozenById.delete(backtestId);
  }

  return {
    async insertBacktest({ frozen, ...backtest }, completion, queuedMax = Infinity) {
      const { backtestId } = backtest;
      if (!rows.has(backtestId)) {
        const { userId, queuedAtMs: atMs, strategy } = backtest;
        const queued = ownedBy(rows, userId).filter(({ progress }) => progress.state === 'queued');
        if (queued.length >= queuedMax) return false;
        if (completion !== null) insistOnRecord(await idempotency.complete(completion));
        if (strategy !== undefined) requested.push({ userId, atMs });
        sequence += 1;
        rows.set(backtestId, { backtest, sequence, progress: { state: 'queued' }, stage: UNBEGUN });
        if (frozen !== undefined) frozenById.set(backtestId, frozen);
        const patienceMs = patienceOfRunMs((backtest.endMs - backtest.startMs) / MINUTE_MS);
        await jobs.enqueue(null, BACKTEST_QUEUE, [backtestId], userId, patienceMs);
      } else if (completion !== null) insistOnRecord(await idempotency.complete(completion));
      return true;
    },
    findBacktest: async (userId, backtestId) => rowOf(userId, backtestId),
    ...watching(rows, frozenById),
    async listBacktests(userId, beforeSequence, limit) {
      const shown = ownedBy(rows, userId).filter((row) =>
        isListed(row, beforeSequence ?? Infinity),
      );
      return shown.toReversed().slice(0, limit);
    },
    async readItems(userId, backtestId, list, fromIndex, limit) {
      if (rowOf(userId, backtestId)?.progress.state !== 'finished') return null;
      return listsById.get(backtestId)?.[list].slice(fromIndex, fromIndex + limit) ?? null;
    },
    async endBacktest(attempt, outcome, endedAtMs) {
      const row = rows.get(attempt.jobId);
      if (!(await jobs.settle(null, attempt)) || row === undefined) return false;
      rows.set(attempt.jobId, { ...row, progress: progressOf(outcome, endedAtMs) });
      if (outcome.kind === 'finished') listsById.set(attempt.jobId, outcome.lists);
      return true;
    },
    async deleteBacktest(userId, backtestId) {
      if (rowOf(userId, backtestId) === null) return false;
      forget(backtestId);
      await jobs.discard(null, [backtestId]);
      return true;
    },
    async purgeFailures(beforeMs, limit) {
      const old = [...rows.values()].filter(({ progress }) => failedBefore(progress, beforeMs));
      for (const { backtest } of old.slice(0, limit)) forget(backtest.backtestId);
      return Math.min(old.length, limit);
    },
  };
}

type Rows = Map<string, StoredBacktest>;
function ownedBy(rows: Rows, userId: string): readonly StoredBacktest[] {
  return [...rows.values()].filter(({ backtest }) => backtest.userId === userId);
}

type Watching = 'findOwner' | 'findQueuedBacktest' | 'noteStage';

function watching(
  rows: Rows,
  frozenById: ReadonlyMap<string, string>,
): Pick<BacktestStore, Watching> {
  return {
    async findQueuedBacktest(backtestId) {
      const row = rows.get(backtestId);
      if (row?.progress.state !== 'queued') return null;
      const frozen = frozenById.get(backtestId);
      return frozen === undefined ? row.backtest : { ...row.backtest, frozen };
    },
    async findOwner(backtestId) {
      return rows.get(backtestId)?.backtest.userId ?? null;
    },
    async noteStage(backtestId, stage) {
      const row = rows.get(backtestId);
      if (row?.progress.state === 'queued') rows.set(backtestId, { ...row, stage });
    },
  };
}

function isListed({ progress, sequence }: StoredBacktest, beforeSequence: number): boolean {
  return progress.state !== 'failed' && sequence < beforeSequence;
}

function failedBefore(progress: BacktestProgress, beforeMs: number): boolean {
  return progress.state === 'failed' && progress.endedAtMs < beforeMs;
}

function progressOf(outcome: BacktestOutcome, endedAtMs: number): BacktestProgress {
  if (outcome.kind === 'failed') return { state: 'failed', reason: outcome.reason, endedAtMs };
  return { state: 'finished', figures: outcome.figures, endedAtMs };
}
