// Leaks that must not be committed: paths of somebody's machine, notes of how the work was done,
// and secrets.

import type { Project } from './project.ts';
import { lineAt } from './project.ts';

const MACHINE_PATHS = /(?<![\w.$}*)/-])\/(?:work|home|root|Users|mnt|tmp)\/[\w.-]+/g;
const WORKPLACE_WORDS =
  /\b(?:co-authored-by|language model|worktree|as (?:asked|instructed) (?:by|in)|the brief)\b/gi;

const SECRETS: readonly RegExp[] = [
  /\btm_live_([A-Za-z0-9]{43})(?![A-Za-z0-9])/g,
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\bgh[pousr]_\w{36}/g,
  /\bsk-[A-Za-z0-9]{24,}/g,
  /\bxox[abprs]-[\w-]{10,}/g,
  /\bpostgres(?:ql)?:\/\/[^\s:@/'"`<$]+:(?![A-Z]+@)[^\s:@/'"`<$]{6,}@(?!localhost|127\.)[\w.]+/g,
];

/** The rules and their planted violations hold the words themselves. */
const RULE_FILES = new Set([
  'test/tidy/leaks.ts',
  'test/tidy/planted-cases.ts',
  'test/tidy/planted.test.ts',
]);

/** Fewer different characters than this in a key are a placeholder, not a key. */
const SECRET_CHARACTERS_MIN = 8;

/** Machine paths, notes about the work, and what looks like a secret, in every text file. */
export function checkLeaks(project: Project): readonly string[] {
  return [...project.texts]
    .filter(([name]) => !RULE_FILES.has(name))
    .flatMap(([name, text]) => [
      ...found(name, text, MACHINE_PATHS, 'is a path of one machine'),
      ...found(name, text, WORKPLACE_WORDS, 'is about the work, not about the project'),
      ...SECRETS.flatMap((pattern) => found(name, text, pattern, 'looks like a secret')),
    ]);
}

function found(name: string, text: string, pattern: RegExp, message: string): readonly string[] {
  return [...text.matchAll(pattern)]
    .filter((match) => match[1] === undefined || new Set(match[1]).size >= SECRET_CHARACTERS_MIN)
    .map((match) => `${name}:${lineAt(text, match.index)}: "${match[0].slice(0, 24)}" ${message}`);
}
