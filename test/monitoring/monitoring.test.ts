// Alert rules and dashboard: their figures are those that operators read about, and each alert has
// a page that says what to do.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ALERTS_FILE, figuresIn, readAlerts } from './read-alerts.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const DASHBOARD = new URL('../../packaging/monitoring/grafana-dashboard.json', import.meta.url);

type Panel = { readonly title: string; readonly targets: readonly { readonly expr: string }[] };

function documentedFigures(): ReadonlySet<string> {
  const text = readFileSync(new URL('operations.md', DOCS), 'utf8');
  return new Set(text.match(/tidemill_\w+/g));
}

test('each rule is read, and has a severity that somebody acts on', () => {
  const rules = readAlerts();
  const written = readFileSync(ALERTS_FILE, 'utf8').match(/- alert:/g) ?? [];
  assert.equal(rules.length, written.length);
  assert.equal(new Set(rules.map(({ name }) => name)).size, rules.length);
  for (const { severity } of rules) assert.match(severity, /^(?:page|ticket)$/);
});

test('each alert has a page, each page an alert, and the page has the rule', () => {
  const rules = readAlerts();
  const pages = readdirSync(new URL('runbooks/', DOCS)).map((file) => file.replace(/\.md$/, ''));
  assert.deepEqual(pages.toSorted(), rules.map(({ name }) => name).toSorted());
  for (const { name, expression, runbook } of rules) {
    assert.ok(runbook.endsWith(`/docs/runbooks/${name}.md`), runbook);
    const page = readFileSync(new URL(`runbooks/${name}.md`, DOCS), 'utf8');
    for (const part of ['**Means.**', '**Affects.**', '**Do.**', `\`${expression}\``])
      assert.ok(page.includes(part), `${name}: ${part}`);
  }
});

test('alerts and panels ask for figures that are documented', () => {
  const figures = documentedFigures();
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    readonly panels: readonly Panel[];
  };
  const expressions = [
    ...readAlerts().map(({ expression }) => expression),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const requested = new Set(expressions.flatMap(figuresIn));
  assert.ok(requested.size > 40, `${requested.size} figures`);
  assert.deepEqual(
    [...requested].filter((name) => !figures.has(name)),
    [],
  );
});
