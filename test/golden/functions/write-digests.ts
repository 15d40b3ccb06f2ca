// Appends the digests of functions of the database whose text has changed, by which a release knows
// an older text from a newer one. Lines that are there stay: databases have recorded these texts.

import { appendFileSync } from 'node:fs';
import path from 'node:path';
import {
  DIGESTS_FILE,
  FUNCTIONS_FOLDER,
  readFunctions,
} from '#adapters/postgres/connection/repeatable-functions.ts';

const { functions, known } = readFunctions();
for (const { name, checksum } of functions) {
  const digests = [...(known.get(name) ?? [])];
  if (digests.at(-1) === checksum) continue;
  if (digests.includes(checksum))
    throw new Error(`${name}: a release had this text before; make it another by its comment`);
  appendFileSync(path.join(FUNCTIONS_FOLDER, DIGESTS_FILE), `${name} ${checksum}\n`);
  console.log(`${name}: ${checksum}`);
}
