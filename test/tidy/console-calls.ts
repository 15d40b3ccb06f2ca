// The console talks to the service through the client that everybody has (`sdk/`), so that it needs
// nothing that programs cannot have. Only signing in is beside the API, in one file.

import type { Project } from './project.ts';
import { lineAt } from './project.ts';

/** The requests of signing in; all others go through the client. */
const SIGN_IN_REQUESTS = 'console/src/api/request.ts';

const GLOBALS = String.raw`(?:(?:window|self|globalThis|navigator)\.)?`;
const NAMES = 'fetch|EventSource|WebSocket|XMLHttpRequest|sendBeacon';
const CALLS = new RegExp(String.raw`(?<![.\w$])${GLOBALS}(?:${NAMES})\b(?=\s*[.(<])`, 'g');
const ADDRESSES = /['"`]\/v1\b/g;

/** Requests and addresses of the API in the sources of the console. */
export function checkConsoleCalls(project: Project): readonly string[] {
  return [...project.texts]
    .filter(([name]) => /^console\/src\/.*\.tsx?$/.test(name))
    .flatMap(([name, text]) => [
      ...(name === SIGN_IN_REQUESTS ? [] : found(name, text, CALLS)),
      ...found(name, text, ADDRESSES),
    ]);
}

function found(name: string, text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(
    (match) =>
      `${name}:${lineAt(text, match.index)}: "${match[0]}": ask through the client (sdk/), which ` +
      'gets what is missing',
  );
}
