// The frame of every page that the API serves to people: one self-contained document, light and
// dark.

import type { Html } from '#lib/html.ts';
import { html } from '#lib/html.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5b6575; --line: #dfe3e9; --paper: #fff;
  --panel: #f6f7f9; --accent: #0b6e6e; --get: #1f6feb; --post: #1a7f37; --put: #9a6700;
  --delete: #cf222e; }
@media (prefers-color-scheme: dark) { :root { --ink: #dde3ec; --soft: #95a0b1; --line: #2b3341;
  --paper: #11151c; --panel: #181e28; --accent: #4fc3c3; --get: #6cb0ff; --post: #57c46f;
  --put: #e0b03c; --delete: #ff7b72; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--accent); text-decoration: none; } a:hover, main :is(p, td, li) a { text-decoration: underline; }
.frame { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 78rem;
  margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 2rem 1.25rem;
  border-right: 1px solid var(--line); font-size: .9rem; }
nav h2 { margin: 1.4rem 0 .3rem; padding: 0; border: 0; font-size: .75rem; letter-spacing: .06em;
  text-transform: uppercase; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; } nav li { padding: .12rem 0; }
nav a { color: var(--ink); }
main { padding: 2rem 2.5rem 6rem; min-width: 0; } .single { max-width: 48rem; margin: 0 auto; }
h1 { margin: 0 0 .5rem; font-size: 1.9rem; line-height: 1.25; letter-spacing: -.01em; }
h2 { margin: 3.5rem 0 .5rem; padding-top: 1.5rem; border-top: 1px solid var(--line);
  font-size: 1.45rem; } h3 { margin: 2.5rem 0 .4rem; font-size: 1.15rem; }
h4 { margin: 1.4rem 0 .4rem; font-size: .8rem; letter-spacing: .05em; text-transform: uppercase;
  color: var(--soft); }
p { margin: .5rem 0; } .soft { color: var(--soft); }
code, pre { font: .86em/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { background: var(--panel); padding: .1em .35em; border-radius: 4px; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: .9rem 1.1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { background: none; padding: 0; } code { overflow-wrap: anywhere; }
td code { overflow-wrap: normal; }
.table { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th { text-align: left; font-weight: 600; color: var(--soft); }
th, td { padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; } td:first-child { white-space: nowrap; }
.line { display: flex; flex-wrap: wrap; gap: .6rem; align-items: baseline; }
.method { font: 600 .8rem/1 ui-monospace, Menlo, Consolas, monospace; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); }
.delete { color: var(--delete); }
.tag { font-size: .75rem; color: var(--soft); border: 1px solid var(--line); border-radius: 99px;
  padding: .05rem .55rem; white-space: nowrap; }
.search input { width: 100%; margin: .8rem 0 .2rem; padding: .4rem .6rem; font: inherit;
  color: var(--ink); background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
#found:not(:empty) { margin: .3rem 0 1rem; padding-bottom: .8rem;
  border-bottom: 1px solid var(--line); }
#found small { display: block; color: var(--soft); overflow-wrap: anywhere; }
.operation { margin-top: 3.5rem; border-top: 1px solid var(--line); }
.operation > h2 { margin-top: 1.5rem; padding-top: 0; border-top: 0; }
.operation > h3 { margin: 1.4rem 0 .4rem; font-size: .8rem; letter-spacing: .05em;
  text-transform: uppercase; color: var(--soft); }
.parts > summary { display: none; }
nav ul ul { margin: .1rem 0 .5rem; padding-left: .8rem; border-left: 1px solid var(--line); }
nav ul ul a { color: var(--soft); } nav a[aria-current] { color: var(--accent); font-weight: 600; }
.languages { display: flex; gap: .3rem; margin-bottom: .4rem; }
.languages button, .try button { padding: .25rem .75rem; font: inherit; font-size: .82rem;
  color: var(--soft); background: none; border: 1px solid var(--line); border-radius: 6px;
  cursor: pointer; }
.languages button[aria-pressed="true"] { color: var(--ink); background: var(--panel);
  border-color: var(--soft); }
.example pre { margin-top: 0; } .example .copy { margin-top: .5rem; }
.try form { border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1.1rem; }
.field { display: block; margin: .5rem 0; } .field span { display: block; font-size: .82rem;
  color: var(--soft); } .field :is(input, textarea) { width: 100%; padding: .4rem .6rem;
  color: var(--ink); background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  font: .86rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.try .send { color: var(--paper); background: var(--accent); border-color: var(--accent); }
.try .warned { background: var(--delete); border-color: var(--delete); }
.good strong { color: var(--post); } .bad, .bad strong { color: var(--delete); }
.output { overflow-wrap: anywhere; } .output pre { max-height: 30rem; overflow: auto; }
.copy { float: right; margin: 1.3rem .6rem 0 0; padding: .1rem .6rem; font-size: .75rem;
  color: var(--soft); background: var(--paper); border: 1px solid var(--line);
  border-radius: 6px; cursor: pointer; position: relative; } .copy:hover { color: var(--ink); }
:is(input, button, a, summary):focus-visible { outline: 2px solid var(--accent);
  outline-offset: 2px; }
summary { cursor: pointer; color: var(--accent); margin: .8rem 0; }
@media (max-width: 52rem) { .frame { grid-template-columns: 1fr; }
  nav { position: static; height: auto; max-height: 70vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.5rem 1.25rem 4rem; } td:first-child { white-space: normal; }
  th, td { padding-right: .6rem; } .parts > summary { display: list-item; margin: .4rem 0 0; } }
@media (max-width: 40rem) { .table :is(table, tbody, tr, td) { display: block; width: auto; }
  .table thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .table tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .table td { padding: .05rem 0; border: 0; } }
`;

/** A whole document. */
export function renderPage(title: string, content: Html): string {
  const style: Html = { markup: `<style>${STYLE}</style>` };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        ${content}
      </body>
    </html> `.markup;
}

/** A table with a header; cells are markup or text. */
export function table(heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  const head = heads.map((text) => html`<th scope="col">${text}</th>`);
  const body = rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell) => html`<td>${cell}</td>`)}
      </tr> `,
  );
  return html`<div class="table" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}
