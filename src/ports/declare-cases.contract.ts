// The tests of a port's suite, over one thing that is opened before the first and closed behind the
// last. It receives whether any failed, so that it may be retained for whoever looks into it.

import { after, before, suite, test } from 'node:test';
import { present } from '#lib/assert.ts';

type CaseHarness = { close(hasFailed: boolean): Promise<void> };

type Cases<Harness> = { readonly [statement: string]: (harness: Harness) => Promise<void> };

/** Declares a test for each case. `worldOf` makes its world; `number` counts the cases from 1. */
export function declareCases<Thing extends CaseHarness, Harness>(
  cases: Cases<Harness>,
  open: () => Promise<Thing>,
  harnessOf: (opened: Thing, number: number) => Harness,
): void {
  declareTests(cases, caseRunner(open, harnessOf));
}

/** The same for several groups of cases, each with a suite of its name. */
export function declareSuites<Thing extends CaseHarness, Harness>(
  groups: { readonly [subject: string]: Cases<Harness> },
  open: () => Promise<Thing>,
  harnessOf: (opened: Thing, number: number) => Harness,
): void {
  const run = caseRunner(open, harnessOf);
  for (const [subject, cases] of Object.entries(groups)) {
    suite(subject, () => declareTests(cases, run));
  }
}

type RunCase<Harness> = (assertCase: (harness: Harness) => Promise<void>) => Promise<void>;

function caseRunner<Thing extends CaseHarness, Harness>(
  open: () => Promise<Thing>,
  harnessOf: (opened: Thing, number: number) => Harness,
): RunCase<Harness> {
  let opened: Thing | undefined;
  let startedCount = 0;
  let passedCount = 0;
  before(async () => {
    opened = await open();
  });
  after(async () => opened?.close(passedCount < startedCount));
  return async (assertCase) => {
    startedCount += 1;
    await assertCase(harnessOf(present(opened, 'what is tested is open'), startedCount));
    passedCount += 1;
  };
}

function declareTests<Harness>(cases: Cases<Harness>, run: RunCase<Harness>): void {
  for (const [statement, assertCase] of Object.entries(cases)) {
    test(statement, async () => run(assertCase));
  }
}
