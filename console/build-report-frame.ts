// Builds the frame of reports that are files: one page with all of its scripts and styles in it,
// `dist/report.html`, which the console has too. Whoever writes a report puts its title and its
// content into the frame; the page then needs nothing else, and its policy lets it load nothing.

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin, Rolldown } from 'vite';
import { build } from 'vite';

const SOURCE = fileURLToPath(new URL('report.html', import.meta.url));
const BUILT = fileURLToPath(new URL('dist/report.html', import.meta.url));

async function buildFrame(config: InlineConfig): Promise<string> {
  const built = await build({
    ...config,
    plugins: [...(config.plugins ?? []), inEnglish()],
    build: {
      target: 'es2023',
      write: false,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: SOURCE,
        output: { codeSplitting: false, comments: { legal: true } },
      },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  return frameOf(output);
}

/** A file has no settings: catalogues of other languages would only make it larger. */
function inEnglish(): Plugin {
  return {
    name: 'in-english',
    enforce: 'pre',
    load: (id) => (id.endsWith('/src/words/de/german.ts') ? 'export const GERMAN = {};' : null),
  };
}

/** Its place in the sources of the console. */
const PLACE = /\/src\/report\/report-frame\.ts$/;

/** Puts the frame into the console, and writes it as a file. */
export function reportFrame(config: InlineConfig): Plugin {
  let built: Promise<string> | null = null;
  const frame = (): Promise<string> => (built ??= buildFrame(config));
  return {
    name: 'report-frame',
    apply: 'build',
    async load(id) {
      if (!PLACE.test(id)) return null;
      return `export const REPORT_FRAME = ${JSON.stringify(await frame())};`;
    },
    async closeBundle() {
      writeFileSync(BUILT, await frame());
    },
  };
}

function frameOf(output: Rolldown.RolldownOutput['output']): string {
  const chunks = output.filter((file) => file.type === 'chunk');
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css'));
  const page = output.find(({ fileName }) => fileName === 'report.html');
  const [chunk, style] = [chunks[0], styles[0]];
  if (page?.type !== 'asset' || chunk === undefined || style?.type !== 'asset')
    throw new Error('The frame is a page, a script and a style.');
  if (chunks.length > 1 || styles.length > 1)
    throw new Error('The frame has one script and style.');
  const script = inScript(chunk.code);
  const css = String(style.source).replaceAll('</', String.raw`<\/`);
  // Functions, because `$` in a text that replaces another means something.
  return String(page.source)
    .replace(/<script type="module"[^>]*src=[^>]*><\/script>/, '')
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${css}</style>`)
    .replace('</body>', () => `<script type="module">${script}</script></body>`)
    .replace('__POLICY__', policyFor(script));
}

/** No text of the script may end the element that it stands in. */
function inScript(code: string): string {
  return code.replaceAll('</script', String.raw`<\/script`).replaceAll('<!--', String.raw`\x3C!--`);
}

/** Only this script runs; the chart library and React set styles of elements. */
function policyFor(script: string): string {
  const digest = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${digest}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
