// Reads what `npm ci` built of the web console. It is small, and never changes while the service
// runs, so it is read once.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConsoleFile, ConsoleFiles } from '#api/pages/console-pages.ts';

const BUILT = fileURLToPath(new URL('../../../console/dist', import.meta.url));

const CONTENT_TYPES: { readonly [extension: string]: string } = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Null when it was not built. */
export function readConsole(folder: string = BUILT): ConsoleFiles | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const assets = readdirSync(join(folder, 'assets'))
    .filter((name) => extname(name) in CONTENT_TYPES)
    .map((name) => [name, readFile(join(folder, 'assets', name))] as const);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return {
    page,
    assets: new Map(assets),
    reportFrame: () => readFileSync(join(folder, 'report.html'), 'utf8'),
  };
}

function readFile(file: string): ConsoleFile {
  return {
    contentType: CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
    plain: readFileSync(file),
    br: readFileSync(`${file}.br`),
    gzip: readFileSync(`${file}.gz`),
  };
}
