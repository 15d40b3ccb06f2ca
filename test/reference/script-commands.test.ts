// The catalogue of script commands against the public list of names, parameters and results. Needs
// the list beside the repository; skipped where it is absent.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { CATEGORY_DOMAINS, CONSTANT_GROUPS } from '#commands/definition/command.ts';
import type { CommandDefinition } from '#commands/definition/command.ts';
import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import { REFERENCE_DATA } from '../support/reference-data.ts';

type ListedField = { readonly name: string };
type ListedCommand = {
  readonly name: string;
  readonly domain: string;
  readonly category: string;
  readonly params: readonly { readonly name: string; readonly required: boolean }[];
  readonly returns: string;
  readonly fields?: readonly ListedField[];
  readonly aliases?: readonly string[];
};
type ListedConstant = {
  readonly name: string;
  readonly group: string;
  readonly aliases?: readonly string[];
};
type List = {
  readonly functions: readonly ListedCommand[];
  readonly constants: readonly ListedConstant[];
};

const FILE = path.join(REFERENCE_DATA, '..', 'reference', 'script-commands.json');
const skip = existsSync(FILE) ? false : 'no "reference/script-commands.json" beside the data';
const list: List =
  skip === false
    ? (JSON.parse(readFileSync(FILE, 'utf8')) as List)
    : { functions: [], constants: [] };

/** What the list calls the kinds of results that the catalogue tells apart. */
const LISTED_RETURNS: { readonly [kind: string]: readonly string[] } = {
  number: ['number'],
  boolean: ['boolean'],
  string: ['string'],
  enum: ['enum'],
  series: ['HaasNumberCollection'],
  numberOrSeries: ['unknown', 'HaasNumberCollection'],
  nothing: ['void'],
  any: ['dynamic'],
  table: ['dynamic', 'unknown'],
  function: ['dynamic'],
  list: ['dynamic', 'unknown', 'HaasNumberCollection'],
  container: ['dynamic', 'unknown', 'boolean', 'HaasNumberCollection'],
};

/** Of these the list's own prose and the scripts in use contradict its fields. */
const OTHER_FIELDS = new Set(['IndicatorContainer']);

/** The list requires them, and published tutorials leave them out: `MA(ClosePrices(), 12)`. */
const LEFT_OUT = new Set(['MA maType']);

/** Those that the list may have; ours stand behind them. */
function fieldNames({ result }: CommandDefinition): readonly string[] {
  if (result.kind !== 'container') return [];
  const published = result.fields.filter(({ isOwn }) => isOwn !== true);
  assert.deepEqual(result.fields.slice(0, published.length), published);
  return published.map(({ name }) => name);
}

/** Those that the list may have; ours stand behind them and may always be left out. */
function publishedParameters({ parameters }: CommandDefinition): CommandDefinition['parameters'] {
  const published = parameters.filter(({ isOwn }) => isOwn !== true);
  assert.deepEqual(parameters.slice(0, published.length), published);
  assert.ok(parameters.slice(published.length).every(({ isRequired }) => !isRequired));
  return published;
}

suite('the public list of script commands', { skip }, () => {
  test('has the commands of the catalogue, with their categories and parameters', () => {
    const published = COMMAND_CATALOGUE.filter(({ isOwn }) => isOwn !== true);
    const ours = published.map((command) => ({
      name: command.name,
      domain: CATEGORY_DOMAINS[command.category],
      category: command.category,
      params: publishedParameters(command).map(({ name, isRequired }) => ({
        name,
        required: isRequired || LEFT_OUT.has(`${command.name} ${name}`),
      })),
      aliases: command.aliases ?? [],
    }));
    const theirs = list.functions.map(({ name, domain, category, params, aliases }) => ({
      name,
      domain,
      category,
      params: params.map((parameter) => ({
        name: parameter.name,
        required: parameter.required,
      })),
      aliases: aliases ?? [],
    }));
    assert.deepEqual(byName(ours), byName(theirs));
  });

  test('has results of the same kinds', () => {
    const wrong = list.functions.filter(({ name, returns }) => {
      const kind = COMMAND_CATALOGUE.find((command) => command.name === name)?.result.kind ?? '';
      return LISTED_RETURNS[kind]?.includes(returns) !== true;
    });
    assert.deepEqual(wrong, []);
  });

  test('has containers of the same fields', () => {
    const published = COMMAND_CATALOGUE.filter(({ isOwn }) => isOwn !== true);
    const compared = published.filter(({ name }) => !OTHER_FIELDS.has(name));
    const wrong = compared.filter((command) => {
      const listed = list.functions.find(({ name }) => name === command.name)?.fields ?? [];
      return listed.map(({ name }) => name).join() !== fieldNames(command).join();
    });
    assert.deepEqual(wrong, []);
  });

  test('has the constants of the catalogue, in their groups', () => {
    const published = CONSTANT_CATALOGUE.filter(({ isOwn }) => isOwn !== true);
    const ours = published.map(({ name, group, aliases }) => ({
      name,
      group: `Enumerations ${CONSTANT_GROUPS[group]}`,
      aliases: aliases ?? [],
    }));
    const theirs = list.constants.map(({ name, group, aliases }) => ({
      name,
      group,
      aliases: aliases ?? [],
    }));
    assert.deepEqual(byName(ours), byName(theirs));
  });
});

function byName<Named extends { readonly name: string }>(
  entries: readonly Named[],
): readonly Named[] {
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
