// The document of the API as `openapi.json` in the repository's root has it: what clients are
// generated from, and where a change of the API can be read line by line.

import { PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import { openApiDocument } from '#api/openapi/open-api-document.ts';
import { OPERATIONS } from '#api/operations.ts';
import { STREAM_ROUTES } from '#api/streams/stream-routes.ts';
import packageFile from '../../../package.json' with { type: 'json' };

export const DOCUMENT_FILE = new URL('../../../openapi.json', import.meta.url);

/** The document of an installation with the published limits, indented. */
export function publishedDocument(): string {
  const options = {
    baseUrl: 'https://tidemill.invalid',
    version: packageFile.version,
    budgets: PUBLISHED_BUDGETS,
  };
  const document = openApiDocument(OPERATIONS, options, STREAM_ROUTES);
  return `${JSON.stringify(document, null, 2)}\n`;
}
