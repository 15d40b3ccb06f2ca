// Every test is run, and once: by a file of test/by-layer, with others in one process, or by a
// command of package.json, in a process of its own.

import path from 'node:path';

import type { Project, SourceFile } from './project.ts';
import { lineAt } from './project.ts';

const COMMANDS = ['test:everyday', 'test:processes'];

/** `after` of the process ends what the file itself began. */
const HOOKS: ReadonlySet<string> = new Set(['before', 'beforeEach', 'afterEach']);
const SUITES: ReadonlySet<string> = new Set(['suite', 'describe']);

/** Test files that nothing runs or that are run twice, and hooks that reach into other files. */
export function checkGrouping(project: Project): readonly string[] {
  const together = project.sources
    .filter((source) => source.path.startsWith('test/by-layer/'))
    .flatMap(({ text }) => quotedIn(/^await importTests\(([^;]*)\);$/m.exec(text)?.[1] ?? ''));
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
function reachingHooks({ path, text, facts }: SourceFile): readonly string[] {
  return facts.flatMap((fact) =>
    fact.kind === 'test' && HOOKS.has(fact.word) && fact.isOutermost
      ? `${path}:${lineAt(text, fact.start)}: "${fact.word}" would be called for other files too: ` +
        'put it into a suite'
      : [],
  );
}

/** The runner follows no promises there: a test after an `await` would be one of no suite. */
function asyncSuites({ path, text, facts }: SourceFile): readonly string[] {
  return facts.flatMap((fact) =>
    fact.kind === 'test' && SUITES.has(fact.word) && fact.isAsync
      ? `${path}:${lineAt(text, fact.start)}: "${fact.word}" waits where it declares its tests: ` +
        'wait in "before"'
      : [],
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
