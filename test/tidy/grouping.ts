// Every test is run, and once: by a file of test/by-layer, with others in one process, or by a
// command of package.json, in a process of its own.

import path from 'node:path';

import type { Project } from './project.ts';
import { findings } from './project.ts';

const COMMANDS = ['test:everyday', 'test:processes'];

/** Test files that nothing runs or that are run twice, and hooks that reach into other files. */
export function checkGrouping(project: Project): readonly string[] {
  const together = project.sources
    .filter((source) => source.path.startsWith('test/by-layer/'))
    .flatMap(({ text }) => quotedIn(/^await importTests\((.*)\);$/m.exec(text)?.[1] ?? ''));
  const alone = COMMANDS.flatMap((command) => quotedIn(scriptOf(project, command)));
  return project.sources
    .filter((source) => /\.(?:test|prop)\.ts$/.test(source.path))
    .flatMap((source) => {
      const isIn = (pattern: string): boolean => path.matchesGlob(source.path, pattern);
      const isShared = together.some(isIn);
      const runs = [...together, ...alone].filter(isIn).length;
      return [
        ...(runs === 1 ? [] : [`${source.path}:1: ${COMMANDS.join(' and ')} run it ${runs} times`]),
        ...(isShared ? [...reachingHooks(source), ...asyncSuites(source)] : []),
      ];
    });
}

/** A hook outside all tests is one of the process, which the file shares. */
function reachingHooks(source: Project['sources'][number]): readonly string[] {
  return findings(
    source,
    source.code,
    /^((?:before|beforeEach|afterEach))\(/gm,
    (word) => `"${word}" would be called for other files too: put it into a suite`,
  );
}

/** The runner follows no promises there: a test after an `await` would be one of no suite. */
function asyncSuites(source: Project['sources'][number]): readonly string[] {
  return findings(
    source,
    source.code,
    /^\s*(?:void )?(suite|describe)\([^\n]*\basync\b/gm,
    (word) => `"${word}" waits where it declares its tests: wait in "before"`,
  );
}

function scriptOf(project: Project, command: string): string {
  const { scripts } = JSON.parse(project.texts.get('package.json') ?? '{}') as {
    readonly scripts?: { readonly [name: string]: string };
  };
  return scripts?.[command] ?? '';
}

function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/["']([^"']+)["']/g)].map(([, quoted = '']) => quoted);
}
