// Writes `openapi.json`, and what `sdk/` generates from it. Run with:
// node test/golden/openapi/write-openapi.ts, and read the difference before it is retained: clients
// see it.

import { writeFileSync } from 'node:fs';
import { writeGeneratedFiles } from '../../../sdk/generate/generated-files.ts';
import { DOCUMENT_FILE, publishedDocument } from './published-document.ts';

writeFileSync(DOCUMENT_FILE, publishedDocument());
writeGeneratedFiles();
