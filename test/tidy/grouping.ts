// Every test is run, and once: by a file of test/by-layer, with others in one process, or by the
// command of package.json, in a process of its own.

import path from 'node:path';

import type { Project } from './project.ts';
import { findings } from './project.ts';

const COMMAND = 'test:everyday';

/** Test files that nothing runs or that are run twice, and hooks that reach into other files. */
export function checkGrouping(project: Project): readonly string[] {
  const together = project.sources
    .filter((source) => source.path.startsWith('test/by-layer/'))
    .flatMap(({ text }) => quotedIn(/^await importTests\(([^)]*)\);$/m.exec(text)?.[1] ?? ''));
  const alone = quotedIn(everydayCommand(project));
  return project.sources
    .filter((source) => /\.(?:test|prop)\.ts$/.test(source.path))
    .flatMap((source) => {
      const isIn = (pattern: string): boolean => path.matchesGlob(source.path, pattern);
      const isShared = together.some(isIn);
      const runs = [...together, ...alone].filter(isIn).length;
      return [
        ...(runs === 1 ? [] : [`${source.path}:1: "npm run ${COMMAND}" runs it ${runs} times`]),
        ...(isShared ? reachingHooks(source) : []),
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

function everydayCommand(project: Project): string {
  const { scripts } = JSON.parse(project.texts.get('package.json') ?? '{}') as {
    readonly scripts?: { readonly [name: string]: string };
  };
  return scripts?.[COMMAND] ?? '';
}

function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/["']([^"']+)["']/g)].map(([, quoted = '']) => quoted);
}
