// Violations of law 5 in a list of its own, each of which the judge has to find.

import type { PlantedViolation } from '../../law.ts';
import type { ServedReading } from './judge-served.ts';
import { judgeServed } from './judge-served.ts';

const QUIET: ServedReading = {
  status: 200,
  body: '{"data":[{"id":"1"},{"id":"2"}]}',
  leftOut: 0,
  logged: '',
  difference: null,
};
const ODD = { list: 'listThings', row: { id: '' }, title: 'id is empty' };

function planted(
  name: string,
  found: Partial<ServedReading>,
  odd: typeof ODD | null = ODD,
): PlantedViolation {
  const withOneMore = { ...QUIET, body: '{"data":[{"id":"1"},{"id":"1"},{"id":"2"}]}' };
  const verdict = judgeServed(odd, { quiet: QUIET, withOneMore }, { ...QUIET, ...found });
  return { name, find: async () => ({ participant: 'planted', cell: name, verdict }) };
}

export const PLANTED_SERVED: readonly PlantedViolation[] = [
  planted('a page that one row costs', { status: 500, body: '{}' }),
  planted('a body that is not as the document says', { difference: 'data/0/name' }),
  planted('another row that is lost as well', { body: '{"data":[{"id":"1"}]}' }),
  planted('a row that is left out without a word', {}),
  planted('a healthy row that is left out', { leftOut: 1 }, null),
];
