// Writes the generated files of the clients. Run with: node sdk/generate/write-client.ts, after
// `openapi.json` has changed.

import { writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.ts';

for (const [file, text] of generatedFiles()) writeFileSync(file, text);
