// Writes the list of what a release is made of, as CycloneDX: each package with its version,
// licence and checksum, from the lock file. Nothing in it changes from one build to the next.

import { execFileSync } from 'node:child_process';

type Bill = {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: object };
};

/** Those that the package needs to run; development has more. */
export function billOfMaterials(root: string): string {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const written = execFileSync('npm', words, { cwd: root, maxBuffer: 64 * 1024 * 1024 }).toString();
  const { serialNumber: _number, metadata, ...bill } = JSON.parse(written) as Bill;
  const { timestamp: _time, ...facts } = metadata;
  // npm names it after the folder.
  const component = { ...metadata.component, name: 'tidemill', type: 'application' };
  return `${JSON.stringify({ ...bill, metadata: { ...facts, component } }, null, 2)}\n`;
}
