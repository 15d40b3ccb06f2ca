// Puts the scripts of `examples/scripts/` into the console, where they are a gallery: each with a
// name of its file's, and with what its first comment says.

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('../examples/scripts/', import.meta.url));
/** Its place in the sources of the console. */
const PLACE = /\/src\/pages\/example-scripts\.ts$/;

export function exampleScripts(): Plugin {
  return {
    name: 'example-scripts',
    load(id) {
      if (!PLACE.test(id)) return null;
      const files = readdirSync(FOLDER).filter((name) => name.endsWith('.lua'));
      const examples = files.map(exampleOf);
      return `export const EXAMPLE_SCRIPTS = ${JSON.stringify(examples)};`;
    },
  };
}

function exampleOf(file: string) {
  const source = readFileSync(FOLDER + file, 'utf8');
  const words = basename(file, '.lua').replaceAll('-', ' ');
  return { name: words.charAt(0).toUpperCase() + words.slice(1), about: aboutOf(source), source };
}

/** Up to the line that names the inputs, or to the first line of code. */
function aboutOf(source: string): string {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--') || line.startsWith('-- Inputs'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^--\s?/, ''))
    .join(' ');
}
