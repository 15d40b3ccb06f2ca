// Remarks on an import beside its candles, one sentence each.

import { countText } from '#lib/group-thousands.ts';
import type { ImportedHistory } from '#services/history/import-history.ts';

/** `zone`: that of times without one. */
export function importRemarks(imported: ImportedHistory, zone: string): readonly string[] {
  const remarks: readonly (readonly [number, string])[] = [
    [imported.sameCount, 'candles were there already, with the same figures.'],
    [imported.replacedCount, 'stored candles were replaced.'],
    [imported.repeatedCount, 'rows said what an earlier row had said.'],
    [imported.outOfOrderCount, 'rows stood after a later minute; order does not matter.'],
    [imported.roundedPricesCount, 'rows had prices between two steps, which were rounded.'],
    [imported.roundedVolumesCount, 'volumes were rounded to the amount step.'],
    [imported.emptyCount, 'rows had no prices and were left out.'],
    [
      imported.repeatedHourCount,
      'rows were of an hour that clocks showed twice; they are in the order of the file.',
    ],
  ];
  return [
    ...remarks.flatMap(([count, words]) => (count > 0 ? [`${countText(count)} ${words}`] : [])),
    ...(imported.ignoredColumns.length > 0
      ? [`Not read: ${imported.ignoredColumns.join(', ')}.`]
      : []),
    ...(imported.hasZonelessTimes ? [`Times without a zone were read as ${zone}.`] : []),
  ];
}
