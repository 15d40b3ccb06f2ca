// Violations of law 5 in a small list of its own, each of which the judge has to find.

import type { PlantedViolation } from '../../law.ts';
import type { StoredKind, StoredReading } from './judge-stored.ts';
import { judgeStored } from './judge-stored.ts';

const OTHERS = ['{"id":"2"}'];
const LEFT_OUT = { failure: null, items: OTHERS, named: ['A row cannot be read: 1'] };

function planted(
  name: string,
  reading: Partial<StoredReading>,
  kind: StoredKind = 'shown',
): PlantedViolation {
  return {
    name,
    find: async () => ({
      participant: 'planted',
      cell: name,
      verdict: judgeStored(kind, OTHERS, { ...LEFT_OUT, ...reading }),
    }),
  };
}

export const PLANTED_STORED: readonly PlantedViolation[] = [
  planted('a map without a net', { failure: 'no number', items: [] }),
  planted('a row that is left out without a word', { named: [] }),
  planted('a row that is named at each reading', { named: ['a line', 'a line'] }),
  planted('another row that is lost as well', { items: [] }),
  planted('another row that is changed', { items: ['{"id":"2","name":null}'] }),
  planted('an order of the account that reads as absent', {}, 'own orders'),
];
