// The console talks to the service through the client that everybody has (`sdk/`), so that it needs
// nothing that programs cannot have. Only signing in is beside the API, in one file.

import type { Project, SourceFile } from './project.ts';
import { lineAt } from './project.ts';

/** The requests of signing in; all others go through the client. */
const SIGN_IN_REQUESTS = 'console/src/api/request.ts';

const REQUEST = '(?:fetch|EventSource|WebSocket|XMLHttpRequest|sendBeacon)';
/** Also by an alias, or taken from what the browser calls itself. */
const REQUESTS = new RegExp(
  `^${REQUEST}\\b|^\\w+\\W+${REQUEST}\\b|\\b${REQUEST}\\b.*=\\s*\\w+$|=\\s*${REQUEST}$`,
);
const ADVICE = 'ask through the client (sdk/), which gets what is missing';
const ADDRESSES = /['"`]\/v1\b/g;

/** Requests and addresses of the API in the sources of the console. */
export function checkConsoleCalls(project: Project): readonly string[] {
  return project.sources
    .filter(({ path }) => path.startsWith('console/src/'))
    .flatMap(({ path, text, facts }) => [
      ...(path === SIGN_IN_REQUESTS ? [] : requestsIn({ path, text, facts })),
      ...found(path, text, ADDRESSES),
    ]);
}

function requestsIn({
  path,
  text,
  facts,
}: Pick<SourceFile, 'path' | 'text' | 'facts'>): readonly string[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'ambient') return [];
    const isRequest = REQUESTS.test(fact.name);
    return isRequest ? `${path}:${lineAt(text, fact.start)}: "${fact.name}": ${ADVICE}` : [];
  });
}

function found(name: string, text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(
    (match) => `${name}:${lineAt(text, match.index)}: "${match[0]}": ${ADVICE}`,
  );
}
