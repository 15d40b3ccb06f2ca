// The alert rules, as far as tests need them: the file has one form, which Prometheus' own tool
// checks where it is installed.

import { readFileSync } from 'node:fs';

export type AlertRule = {
  readonly name: string;
  readonly expression: string;
  readonly severity: string;
  readonly runbook: string;
};

export const ALERTS_FILE = new URL('../../packaging/monitoring/alerts.yaml', import.meta.url);

const LINES = [
  String.raw`- alert: (\w+)`,
  String.raw`expr: '(.+)'(?:\n +for: \d+[smhd])?`,
  'labels:',
  String.raw`severity: (\w+)`,
  'annotations:',
  `summary: '.+'`,
  `runbook_url: '(.+)'`,
];
const RULE = new RegExp(`${LINES.join(String.raw`\n +`)}\n`, 'g');

export function readAlerts(text = readFileSync(ALERTS_FILE, 'utf8')): readonly AlertRule[] {
  return [...text.matchAll(RULE)].map(
    ([, name = '', expression = '', severity = '', runbook = '']) => ({
      name,
      expression,
      severity,
      runbook,
    }),
  );
}

/** Names of our figures in an expression, of a histogram its own. */
export function figuresIn(expression: string): readonly string[] {
  const names = [...expression.matchAll(/tidemill_\w+/g)].map(([name]) => name);
  return names.map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
}
