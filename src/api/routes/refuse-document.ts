// Documents of visual scripts that cannot be read, refused with each of their problems.

import type { UnreadableDocument } from '#services/scripts/check-visual.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuseAt, refuseFields } from '#api/http/responses/api-response.ts';

/** `name`: the field of the body that contains the document. */
export function refuseDocument(name: string, { problems }: UnreadableDocument): Refusal {
  const [first, ...others] = problems.map(({ message, block, port }) => {
    const at =
      block === null ? '' : ` (block "${block}"${port === null ? '' : `, port "${port}"`})`;
    return { pointer: `#/${name}`, detail: `The document cannot be read: ${message}${at}.` };
  });
  if (first === undefined) return refuseAt(name, 'The document cannot be read.');
  return refuseFields([first, ...others]);
}
