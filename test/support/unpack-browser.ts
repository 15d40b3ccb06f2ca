// Unpacks the packaged browser into the folder for temporary files, with its fonts and the
// libraries that small machines lack. Run by test/support/packaged-browser.ts.

import { fileURLToPath } from 'node:url';
import Chromium, { inflate } from '@sparticuz/chromium';

await Chromium.executablePath();
const libraries = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
await inflate(fileURLToPath(libraries));
