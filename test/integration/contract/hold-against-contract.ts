// Compares what the service documents, and what it was seen to return, with the contract's text.

import type { Auditor } from './auditor.ts';
import { partsOf } from './auditor.ts';
import type { Contract, ContractField, ContractOperation } from './read-contract.ts';

type Schema = { readonly [keyword: string]: unknown };

/** Codes that no request brings about by itself; tests with faulty parts bring them about. */
export const NOT_BY_REQUESTS: ReadonlySet<string> = new Set([
  'request_timeout',
  'headers_too_large',
  'idempotency_in_progress',
  'internal_error',
  'upstream_error',
  'temporarily_unavailable',
  'upstream_timeout',
]);

/** How many statements were compared, and in which the service differs. */
export function holdAgainstContract(
  auditor: Auditor,
  contract: Contract,
): { readonly statementsCount: number; readonly differences: readonly string[] } {
  const before = auditor.counts.checks;
  const others = auditor.differences.splice(0);
  for (const operation of contract.operations) holdOperation(auditor, operation);
  for (const field of contract.fields) holdField(auditor, field);
  for (const code of contract.codes) holdCode(auditor, code);
  const differences = auditor.differences.splice(0, Infinity, ...others);
  return { statementsCount: auditor.counts.checks - before, differences };
}

function holdOperation(
  auditor: Auditor,
  { name, scope, success, errors }: ContractOperation,
): void {
  const [method, path] = partsOf(name);
  const described = auditor.document.paths[path]?.[method.toLowerCase()];
  auditor.check(described !== undefined, `${name} is not served`);
  if (described === undefined) return;
  if (scope !== null)
    auditor.check(described['x-required-scope'] === scope, `${name}: the scope is not ${scope}`);
  if (success !== null)
    auditor.check(auditor.seen.has(`${name} ${success}`), `${name}: never ${success}`);
  for (const error of errors) {
    const [, code = ''] = error.split(' ');
    if (NOT_BY_REQUESTS.has(code)) continue;
    auditor.check(auditor.seen.has(`${name} ${error}`), `${name}: never ${error}`);
  }
}

function holdField(auditor: Auditor, { thing, field, type, isNullable }: ContractField): void {
  const name = `${thing}.${field}`;
  const schema = auditor.document.components.schemas[thing];
  const property = (schema?.['properties'] as { readonly [name: string]: Schema } | undefined)?.[
    field
  ];
  auditor.check(property !== undefined, `${name} is missing`);
  if (property === undefined) return;
  const isRequired =
    (schema?.['required'] as readonly string[] | undefined)?.includes(field) === true;
  auditor.check(isRequired, `${name} may be left out`);
  const choices = (property['anyOf'] as readonly Schema[] | undefined) ?? [property];
  const own = choices.find((choice) => choice['type'] !== 'null') ?? property;
  const mayBeNull =
    choices.some((choice) => choice['type'] === 'null') ||
    Object.keys(own).every((each) => each === 'description' || each === 'examples');
  auditor.check(
    mayBeNull === isNullable,
    `${name}: nullable is ${mayBeNull}, the contract says ${isNullable}`,
  );
  if (/decimal/.test(type)) auditor.check(own['format'] === 'decimal', `${name} is no decimal`);
  if (/int32/.test(type)) auditor.check(own['format'] === 'int32', `${name} is no int32`);
  if (type.startsWith('boolean')) auditor.check(own['type'] === 'boolean', `${name} is no boolean`);
}

function holdCode(auditor: Auditor, statusAndCode: string): void {
  const [status = '', code = ''] = statusAndCode.split(' ');
  const schema = auditor.document.components.schemas['Problem']?.['properties'] as {
    readonly code: Schema;
  };
  const known = schema.code['x-extensible-enum'] as readonly string[];
  auditor.check(known.includes(code), `the code ${code} is not known`);
  const isSeen = [...auditor.seen].some((seen) => seen.endsWith(` ${status} ${code}`));
  auditor.check(isSeen || NOT_BY_REQUESTS.has(code), `never ${statusAndCode}`);
}
