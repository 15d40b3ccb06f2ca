// Writes the generated files of the clients. Run with: node sdk/generate/write-client.ts, after
// `openapi.json` has changed.

import { writeGeneratedFiles } from './generated-files.ts';

writeGeneratedFiles();
