// Figures of the disks that the service writes to, for /metrics and the alert rules.

import type { DiskSpace } from '#adapters/system/disk-space.ts';
import type { Figure } from '#api/http/responses/metrics.ts';

/** By what is written there; what cannot be reached is left out. */
export function diskFigures(disks: ReadonlyMap<string, DiskSpace | null>): readonly Figure[] {
  const samplesOf = (read: (space: DiskSpace) => number) =>
    [...disks].flatMap(([use, space]) =>
      space === null ? [] : [{ labels: { use }, value: read(space) }],
    );
  return [
    {
      name: 'tidemill_disk_free_bytes',
      kind: 'gauge',
      help: 'Space that is left on the disks that the service writes to.',
      samples: samplesOf(({ freeBytes }) => freeBytes),
    },
    {
      name: 'tidemill_disk_size_bytes',
      kind: 'gauge',
      help: 'Size of those disks.',
      samples: samplesOf(({ sizeBytes }) => sizeBytes),
    },
  ];
}
