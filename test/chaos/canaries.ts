// Canaries of chaos: faults that are planted in the service's own sources, each of which runs of
// chaos are to find, or they are blind. They are in what the simulator does not run as it is: the
// SQL, transactions and the edge. A new one takes part by its row here.

import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Substitution } from '../mutants/substitute-source.ts';

export type Canary = {
  readonly name: string;
  /** Below the root. */
  readonly file: string;
  /** Each text is in the file once, and becomes the other one. */
  readonly edits: readonly (readonly [own: string, planted: string])[];
  /** Of the violations that find it; others are found as well. */
  readonly finds: RegExp;
};

export const CANARIES: readonly Canary[] = [
  {
    name: 'a retry that drops its key: each try of a request names its order anew',
    file: 'src/api/http/perform.ts',
    edits: [['claim?.recordId ?? (takes', 'claim?.ownerId ?? (takes']],
    finds: /orders are stored, and \d+ keys were sent/,
  },
  {
    name: 'an effect apart from its outcome: a signal is sent before its key is completed',
    file: 'src/adapters/postgres/stores/bot-inbox.ts',
    edits: [
      [
        'const rows = await sendToBots(session, deliveries, atMs);',
        'const rows = await sendToBots(database, deliveries, atMs);',
      ],
    ],
    finds: /was heard \d+ times/,
  },
  {
    name: 'a lost commit that is taken for made',
    file: 'src/adapters/postgres/connection/database.ts',
    edits: [
      [
        "await run(pool, client, COMMIT, [], 'commit');",
        "await run(pool, client, COMMIT, [], 'commit').catch(() => []);",
      ],
    ],
    finds: /was acknowledged and (?:is not there|was heard 0 times)/,
  },
  {
    name: 'a claim without its fence: steps of a process that has lost the bots are written',
    file: 'src/adapters/postgres/stores/commit-bot-steps.ts',
    edits: [
      ["if (!leases.has(leaseKey(fence))) return 'stale';", ''],
      ["return follows ? 'passed' : 'stale';", "return follows ? 'passed' : 'passed';"],
    ],
    finds: /was heard \d+ times|events: /,
  },
  {
    name: 'events that are sent again: a stream goes on before the last id of its reader',
    file: 'src/api/streams/read-stream-request.ts',
    edits: [
      ['return accepted({ after, types', 'return accepted({ after: Math.max(0, after - 1), types'],
    ],
    finds: /events: the stream/,
  },
];

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LOADER = fileURLToPath(new URL('../mutants/substitute-source.ts', import.meta.url));

/** The source with the fault in it. Throws where one of the texts is not there once. */
export function plantedText({ file, edits }: Canary): string {
  let text = readFileSync(join(ROOT, file), 'utf8');
  for (const [own, planted] of edits) {
    const parts = text.split(own);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${own}`);
    text = parts.join(planted);
  }
  return text;
}

/** What processes are started with, so that they run with the fault; `folder` is theirs alone. */
export function plantIn(
  folder: string,
  canary: Canary,
): { readonly importOption: string; readonly environment: Readonly<Record<string, string>> } {
  const order = join(folder, 'canary.json');
  const substitution: Substitution = {
    path: join(ROOT, canary.file),
    text: plantedText(canary),
    noted: join(folder, 'canary-loaded'),
  };
  writeFileSync(order, JSON.stringify(substitution));
  // The service becomes another user before it loads most sources.
  writeFileSync(substitution.noted, '');
  chmodSync(substitution.noted, 0o666);
  return { importOption: `--import=${LOADER}`, environment: { TEST_MUTANT: order } };
}
