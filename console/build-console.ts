// Builds the console: names with hashes, so that browsers keep files for good, and each file
// compressed once, here, rather than for each request; and the frame of reports that are files.
// With `--serve` it serves the sources, for who works on them, beside a service at TIDEMILL_URL.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { build, createServer } from 'vite';
import { exampleScripts } from './build-examples.ts';
import { reportFrame } from './build-report-frame.ts';

const SERVICE = process.env['TIDEMILL_URL'] ?? 'http://127.0.0.1:8080';

const SHARED: InlineConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Files name one another by where they are: the service may be below a path of a proxy.
  base: './',
  configFile: false,
  logLevel: process.argv.includes('--serve') ? 'info' : 'warn',
  // The client that programs use, and what is pure of the service (the model of visual scripts,
  // indicators), from their sources.
  resolve: {
    alias: {
      '#domain': fileURLToPath(new URL('../src/domain', import.meta.url)),
      '#indicators': join(import.meta.dirname, '..', 'packages', 'indicators', 'src'),
      '@tidemill/client': fileURLToPath(new URL('../sdk/src/tidemill-client.ts', import.meta.url)),
    },
  },
};

/** Of each first page: in one file they compress better than in the many that pages share. */
const FIRST_PACKAGES = [
  'react',
  'react-dom',
  'scheduler',
  'use-sync-external-store',
  ...[
    'history',
    'query-core',
    'react-query',
    'react-router',
    'react-store',
    'router-core',
    'store',
  ].map((name) => `@tanstack/${name}`),
];
const FIRST_FILES = new RegExp(`node_modules/(?:${FIRST_PACKAGES.join('|')})/`);

const CONFIG: InlineConfig = {
  ...SHARED,
  plugins: [
    react(),
    exampleScripts(),
    compressed(),
    reportFrame({ ...SHARED, plugins: [react()] }),
  ],
  build: {
    target: 'es2023',
    sourcemap: false,
    // Everything is a file of its own: the policy of the page loads nothing from data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The licences of the libraries ask for their notices wherever the code goes.
    rolldownOptions: {
      output: {
        comments: { legal: true },
        codeSplitting: { groups: [{ name: 'base', test: FIRST_FILES }] },
      },
    },
  },
  server: { proxy: { '/v1': SERVICE, '/auth': SERVICE, '/docs': SERVICE } },
};

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/** Writes `.br` and `.gz` beside each file. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        const file = join(dir, name);
        if (!statSync(file).isFile()) continue;
        const bytes = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, BROTLI));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

if (process.argv.includes('--serve')) {
  const server = await createServer(CONFIG);
  await server.listen();
  server.printUrls();
} else {
  await build(CONFIG);
}
