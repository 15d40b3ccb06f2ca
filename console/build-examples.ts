// Puts the scripts of `examples/scripts/` into the console, where they are a gallery: each with a
// name of its file's, and with what its first comment says.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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
      const files = readdirSync(FOLDER).filter((name) => /\.(lua|pine)$/.test(name));
      const examples = files.map(exampleOf);
      return `export const EXAMPLE_SCRIPTS = ${JSON.stringify(examples)};`;
    },
  };
}

function exampleOf(file: string) {
  const source = readFileSync(FOLDER + file, 'utf8');
  const { name, ext } = path.parse(file);
  const words = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
  const shown = ext === '.pine' ? `${words} (Pine)` : words;
  return { name: shown, about: aboutOf(source), source };
}

/** Up to the line that names the inputs, or to the first line of code. */
function aboutOf(source: string): string {
  const lines = source.split('\n').filter((line) => !line.startsWith('//@version'));
  const end = lines.findIndex((line) => !/^(?:--|\/\/) (?!Inputs)/.test(line));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^(?:--|\/\/)\s?/, ''))
    .join(' ');
}
