// Writes the generated files of the clients from `openapi.json`, and their digests. `npm run
// generate`, which `npm ci` and the type check run too.

import { writeGeneratedFiles } from './generated-files.ts';

writeGeneratedFiles();
