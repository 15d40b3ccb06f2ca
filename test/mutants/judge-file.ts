// One source: its mutants, the tests that judge it, and which mutants these let pass.

import fs from 'node:fs';
import path from 'node:path';

import { reasonOf } from './equal-mutants.ts';
import type { Mutant } from './find-mutants.ts';
import { findMutants, mutate } from './find-mutants.ts';
import { tryText } from './try-mutant.ts';

/** A run with a mutant may take so many times as long as one without. */
const SLOWER_MAX = 10;
/** How long the tests may take without a mutant. */
const UNCHANGED_MS = 600_000;

export type FileVerdict = {
  readonly mutantsCount: number;
  readonly killedCount: number;
  readonly survivors: readonly Mutant[];
  /** Mutants that do the same as the source, as `EQUAL_MUTANTS` explains. */
  readonly equal: readonly { readonly mutant: Mutant; readonly reason: string }[];
  /** Not tried, because the time was over. */
  readonly leftCount: number;
  /** Why the tests judge nothing; null when they do. */
  readonly problem: string | null;
};

export type JudgedFile = {
  readonly root: string;
  readonly file: string;
  readonly testGroups: readonly (readonly string[])[];
  /** Chooses which mutants are tried when not all are. */
  readonly choose: (mutants: readonly Mutant[]) => readonly Mutant[];
  readonly atOnce: number;
  readonly hasTime: () => boolean;
  /** How much longer a run with a mutant may take than ten runs without. */
  readonly extraMs: number;
};

type Group = { readonly tests: readonly string[]; readonly timeoutMs: number };

/** Tries the mutants of a file. The tests must pass without one, and load the file. */
export async function judgeFile(judged: JudgedFile): Promise<FileVerdict> {
  const { root, file } = judged;
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  const all = findMutants(file, text).map((mutant) => ({
    mutant,
    reason: reasonOf(file, text, mutant),
  }));
  const equal = all.flatMap(({ mutant, reason }) => (reason === null ? [] : [{ mutant, reason }]));
  const open = judged.choose(all.flatMap(({ mutant, reason }) => (reason === null ? mutant : [])));
  const empty = { mutantsCount: open.length, equal, killedCount: 0, survivors: [], leftCount: 0 };
  if (open.length === 0) return { ...empty, problem: null };
  const { groups, problem } = await judgingGroups(judged);
  if (problem !== null) return { ...empty, survivors: open, problem };
  return { ...empty, ...(await tryAll(judged, text, open, groups)), problem: null };
}

/** The groups that load the file; each is run once without a mutant. */
async function judgingGroups({
  root,
  file,
  testGroups,
  extraMs,
}: JudgedFile): Promise<{ readonly groups: readonly Group[]; readonly problem: string | null }> {
  const groups: Group[] = [];
  for (const tests of testGroups) {
    const tried = await tryText(root, file, null, tests, UNCHANGED_MS);
    if (tried.outcome !== 'passed')
      return { groups, problem: `its tests ${tried.outcome} without a mutant: ${tried.errors}` };
    if (tried.isLoaded) groups.push({ tests, timeoutMs: tried.tookMs * SLOWER_MAX + extraMs });
  }
  return { groups, problem: groups.length === 0 ? 'no test here loads it' : null };
}

async function tryAll(
  { root, file, atOnce, hasTime }: JudgedFile,
  text: string,
  mutants: readonly Mutant[],
  groups: readonly Group[],
): Promise<Pick<FileVerdict, 'killedCount' | 'survivors' | 'leftCount'>> {
  const waiting = [...mutants];
  const survivors: Mutant[] = [];
  let killedCount = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!hasTime()) return void waiting.push(next);
      if (await survives(root, file, mutate(text, next), groups)) survivors.push(next);
      else killedCount += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return {
    killedCount,
    survivors: survivors.toSorted((left, right) => left.start - right.start),
    leftCount: waiting.length,
  };
}

async function survives(
  root: string,
  file: string,
  text: string,
  groups: readonly Group[],
): Promise<boolean> {
  for (const { tests, timeoutMs } of groups) {
    const { outcome } = await tryText(root, file, text, tests, timeoutMs);
    if (outcome !== 'passed') return false;
  }
  return true;
}
