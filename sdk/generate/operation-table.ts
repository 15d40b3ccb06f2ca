// The rows from which the client sends requests: for each operation its method, path, tier of
// limits and, where it is read page by page, the list of a page. Each is an export of its own, so
// that bundlers leave out those that a program does not name.

import type { ApiDocument } from './api-document.ts';
import { readOperations } from './api-document.ts';

/** Text of the file of rows, sorted as the document is. */
export function operationTable(document: ApiDocument): string {
  const rows = readOperations(document).map(({ id, method, path, tier, page }) => {
    const list = page === null ? '' : `, '${page.list}'`;
    return `export const ${id} = ['${method}', '${path}', '${tier}'${list}] as const;`;
  });
  return `// Data: what the client sends for each operation: method, path, tier of limits,
// and the list of a page. Written by sdk/generate/write-client.ts from openapi.json.

${rows.join('\n')}
`;
}
