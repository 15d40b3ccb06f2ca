// Law 10: a check that cannot see is no check. Each check of test/tidy finds its violation in every
// form in which it can be written, and leaves the lawful twin alone.

import { CHECKS } from '../../tidy/checks.ts';
import type { Check } from '../../tidy/checks.ts';
import { PLANTED_CASES } from '../../tidy/planted-cases.ts';
import type { Project } from '../../tidy/project.ts';
import { projectOf } from '../../tidy/project.ts';
import type { Law, PlantedViolation, TriedCell, Verdict } from '../law.ts';
import { broken, HELD } from '../law.ts';
import type { Form } from './forms.ts';
import { FORMS } from './forms.ts';

const ALL_FORMS: readonly Form[] = [
  ...PLANTED_CASES.map(([check, path, text, isViolation]) => ({
    check,
    name: `${path}: ${JSON.stringify(text.slice(0, 60))}`,
    files: { [path]: text },
    isViolation,
  })),
  ...FORMS,
];

/** The forms are cheap: all of them are tried, whatever the share. */
export const checksLaw: Law = {
  number: 10,
  title: 'a check that cannot see is no check',
  participants: async () => CHECKS.map(([, check]) => check.name),
  async *tryCells() {
    for (const form of ALL_FORMS) yield tryForm(form);
  },
  planted: [
    weakened('a check that reads no components', 'checkSizes', (check, project) =>
      check({ ...project, sources: project.sources.filter(({ path }) => path.endsWith('.ts')) }),
    ),
    weakened('a check that sees no function-typed returns', 'checkSizes', (check, project) =>
      check(project).filter((line) => !/: \(\) => |: \(\(/.test(lineOf(project, line))),
    ),
    weakened('a check that compares folders at one depth', 'checkFolderCycles', (check, project) =>
      check(project).filter((line) => line.split(':')[0]?.split('/').length === 3),
    ),
    weakened('a check that finds nothing', 'checkTestBodies', () => []),
    weakened('a check that objects to everything', 'checkAmbient', () => ['all of it']),
  ],
};

/** Judges by the form alone: a violation has a finding, its lawful twin has none. */
function tryForm({ check, name, files, isViolation }: Form, run: Check = check): TriedCell {
  const found = run(projectOf(new Map(Object.entries(files))));
  const cell = `${isViolation ? 'finds' : 'accepts'} ${name}`;
  return { participant: check.name, cell, verdict: verdictOf(found, isViolation) };
}

function verdictOf(found: readonly string[], isViolation: boolean): Verdict {
  if (isViolation) return found.length > 0 ? HELD : broken('the check does not see it');
  return found.length === 0 ? HELD : broken(found.join('\n'));
}

/** A check with a blind spot, run over the forms of the one that it stands for. */
function weakened(
  name: string,
  ofCheck: string,
  run: (check: Check, project: Project) => readonly string[],
): PlantedViolation {
  return {
    name,
    find: async () =>
      ALL_FORMS.filter(({ check }) => check.name === ofCheck)
        .map((form) => tryForm(form, (project) => run(form.check, project)))
        .find(({ verdict }) => verdict.kind === 'broken') ?? null,
  };
}

/** The text that a finding is about. */
function lineOf(project: Project, finding: string): string {
  const [path = '', line = '1'] = finding.split(':');
  return project.texts.get(path)?.split('\n')[Number(line) - 1] ?? '';
}
