// Stage of journeys: one service and one browser for all of a file, because both take seconds to
// start. `playJourneys` makes a test of each journey.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { present } from '#lib/assert.ts';
import type { FoundBrowser, View } from '../support/browser.ts';
import { findBrowser, NO_BROWSER, startBrowser } from '../support/browser.ts';
import type { ConsoleService, ConsoleUser } from './console-service.ts';
import { insistOnConsole, startConsole } from './console-service.ts';
import type { Visitor } from './visitor.ts';
import { openVisitor } from './visitor.ts';

export type Stage = {
  readonly service: ConsoleService;
  readonly browser: Browser;
  /** Somebody at the console in a browser of their own; null: nobody is signed in. */
  readonly visit: (user: Pick<ConsoleUser, 'session'> | null, how?: Visit) => Promise<Visitor>;
};

/** How somebody comes: on which screen, and by which of the service's addresses. */
export type Visit = { readonly view?: View; readonly url?: string };

/** A sentence that holds, and what somebody does that shows it. */
export type Journey = readonly [sentence: string, play: (stage: Stage) => Promise<void>];

/** The journeys of a file, one after the other, on one stage; `environment` is the service's. */
export async function playJourneys(
  name: string,
  journeys: readonly Journey[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const found = await findBrowser();
  suite(name, { skip: found === null ? NO_BROWSER : false }, () => {
    let stage: Stage | null = null;
    before(async () => {
      stage = await openStage(present(found, 'suites without a browser are skipped'), environment);
    });
    after(async () => {
      await stage?.browser.close();
      await stage?.service.close();
    });
    for (const [sentence, play] of journeys)
      test(sentence, async () => {
        const faults = await playOn(present(stage, 'the stage was opened'), play);
        assert.deepEqual(faults, [], 'a page has printed what nobody expected');
      });
  });
}

/** Leaves nothing behind where one of both does not start. */
async function openStage(
  found: FoundBrowser,
  environment: Readonly<Record<string, string>>,
): Promise<Stage> {
  insistOnConsole();
  const starting = [startConsole(environment), startBrowser(found)] as const;
  try {
    const [service, browser] = await Promise.all(starting);
    const visit: Stage['visit'] = (user, { view, url = service.url } = {}) =>
      openVisitor(browser, { url }, user, view);
    return { service, browser, visit };
  } catch (error) {
    for (const started of await Promise.allSettled(starting))
      if (started.status === 'fulfilled') await started.value.close();
    throw error;
  }
}

/**
 * Returns what pages printed and nobody expected. What is seen when a journey fails is printed, and
 * pictured where pictures are wanted.
 */
async function playOn(stage: Stage, play: Journey[1]): Promise<readonly string[]> {
  const visitors: Visitor[] = [];
  const visit: Stage['visit'] = async (user, how) => {
    const visitor = await stage.visit(user, how);
    visitors.push(visitor);
    return visitor;
  };
  try {
    await play({ ...stage, visit });
    return visitors.flatMap((visitor) => visitor.faults());
  } catch (error) {
    for (const [index, visitor] of visitors.entries()) await visitor.explain(`failed-${index}`);
    throw error;
  } finally {
    for (const { context } of visitors) await context.close();
  }
}
