// The tests of a port's suite, over one thing that is opened before the first and closed behind the
// last. It is told whether any failed, so that it may be kept for whoever looks into it.

import { after, before, suite, test } from 'node:test';
import { present } from '#lib/assert.ts';

type Opened = { close(hasFailed: boolean): Promise<void> };

type Cases<World> = { readonly [statement: string]: (world: World) => Promise<void> };

/** Declares a test for each case. `worldOf` makes its world; `number` counts the cases from 1. */
export function declareCases<Thing extends Opened, World>(
  cases: Cases<World>,
  open: () => Promise<Thing>,
  worldOf: (opened: Thing, number: number) => World,
): void {
  declareTests(cases, caseRunner(open, worldOf));
}

/** The same for several groups of cases, each with a suite of its name. */
export function declareSuites<Thing extends Opened, World>(
  groups: { readonly [subject: string]: Cases<World> },
  open: () => Promise<Thing>,
  worldOf: (opened: Thing, number: number) => World,
): void {
  const run = caseRunner(open, worldOf);
  for (const [subject, cases] of Object.entries(groups)) {
    suite(subject, () => declareTests(cases, run));
  }
}

type RunCase<World> = (assertCase: (world: World) => Promise<void>) => Promise<void>;

function caseRunner<Thing extends Opened, World>(
  open: () => Promise<Thing>,
  worldOf: (opened: Thing, number: number) => World,
): RunCase<World> {
  let opened: Thing | undefined;
  let startedCount = 0;
  let passedCount = 0;
  before(async () => {
    opened = await open();
  });
  after(async () => opened?.close(passedCount < startedCount));
  return async (assertCase) => {
    startedCount += 1;
    await assertCase(worldOf(present(opened, 'what is tested is open'), startedCount));
    passedCount += 1;
  };
}

function declareTests<World>(cases: Cases<World>, run: RunCase<World>): void {
  for (const [statement, assertCase] of Object.entries(cases)) {
    test(statement, async () => run(assertCase));
  }
}
