// Readers of what venues send: numbers of JSON retain their digits.

import type { Project } from './project.ts';
import { findings, isTest } from './project.ts';

/** By whatever name: of `JSON` only what writes is used, and nothing makes a double of a text. */
const LOSSY_READERS: readonly RegExp[] = [
  /\b(JSON\b(?!\s*\??\.\s*stringify\b)\s*(?:\??\.\s*\w+|\[)?)/g,
  /\b(parseFloat)\b/g,
  /(\.\s*json\s*\(\s*\))/g,
];

/** The one reader of JSON that retains the digits of numbers. */
const JSON_READER = 'packages/venues/src/dialects/reply/parse-json.ts';

/** What a venue sends is read by one reader, because others make doubles of ids and figures. */
export function checkVenueJson(project: Project): readonly string[] {
  return project.sources
    .filter((source) => source.path.startsWith('packages/venues/src/') && !isTest(source.path))
    .filter((source) => source.path !== JSON_READER)
    .flatMap((source) =>
      LOSSY_READERS.flatMap((pattern) =>
        findings(
          source,
          source.code,
          pattern,
          (found) => `"${found}" loses digits: use parseJson and the readers of fields`,
        ),
      ),
    );
}
