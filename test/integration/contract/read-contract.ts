// The contract's own words, where its text lies beside the repository: which operations there are,
// with their scopes and errors, which fields things have, and which codes errors have.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REFERENCE_DATA } from '../../support/reference-data.ts';

const CONTRACT_FILE = path.join(REFERENCE_DATA, '..', 'spec.md');

/** For a test's `skip`: false when the text is there, else the reason. */
export const SKIP_WITHOUT_CONTRACT = existsSync(CONTRACT_FILE)
  ? false
  : 'the text of the contract is not beside the repository';

export type ContractOperation = {
  /** Such as "GET /v1/markets". */
  readonly name: string;
  readonly scope: string | null;
  readonly success: number | null;
  /** Such as "404 exchange_not_found". */
  readonly errors: readonly string[];
};

export type ContractField = {
  readonly thing: string;
  readonly field: string;
  readonly type: string;
  readonly isNullable: boolean;
};

export type Contract = {
  readonly operations: readonly ContractOperation[];
  readonly fields: readonly ContractField[];
  /** Such as "404 bot_not_found". */
  readonly codes: readonly string[];
};

export function readContract(): Contract {
  const text = readFileSync(CONTRACT_FILE, 'utf8');
  return {
    operations: [...describedOperations(text), ...listedOperations(text)],
    fields: [...fieldsOfTables(text), ...fieldsOfSentences(text)],
    codes: codesOfTable(text),
  };
}

/** `**POST /v1/orders** (scope `trading`). … Response 201: … Errors: 400 `invalid_request` …` */
function describedOperations(text: string): readonly ContractOperation[] {
  const paragraphs = text.slice(text.indexOf('## Endpoints')).split(/\n(?=\*\*[A-Z]+ \/)/);
  return paragraphs.slice(1).flatMap((paragraph) => {
    const [head = ''] = paragraph.split('\n### ');
    const scope = /\(scope `(\w+)`\)/.exec(head)?.[1] ?? null;
    const success = /Response (\d{3})/.exec(head)?.[1];
    const errors = [...head.matchAll(/\b([45]\d\d) `(\w+)`/g)].map(
      ([, status, code]) => `${status} ${code}`,
    );
    const names = [...head.matchAll(/\*\*([A-Z]+ \/v1\/[^*\s]+)\*\*(?: \(scope `(\w+)`\))?/g)];
    return names.map(([, name = '', own]) => {
      // What is said of start is not said of stop.
      const isOneOfTwo = names.length > 1 && name.endsWith('/stop');
      const own404 = errors.filter((error) => !error.startsWith('403'));
      return {
        name,
        scope: own ?? scope,
        success: success === undefined ? null : Number(success),
        errors: isOneOfTwo ? own404 : errors,
      };
    });
  });
}

/** `| GET, POST | /whitelabel/users | List / create end-users |` */
function listedOperations(text: string): readonly ContractOperation[] {
  const section = text.slice(
    text.indexOf('### Other endpoints'),
    text.indexOf('## Authentication'),
  );
  return [...section.matchAll(/^\| ([A-Z, ]+) \| (\/\S+) \| (.*) \|$/gm)].flatMap(
    ([, methods = '', url = '', words = '']) =>
      methods.split(', ').map((method) => ({
        name: `${method} /v1${url}`,
        scope: /scope `(\w+)`/.exec(words)?.[1] ?? null,
        success: null,
        errors: [],
      })),
  );
}

const THINGS_OF_HEADINGS: { readonly [heading: string]: string } = {
  Market: 'Market',
  Contract: 'Contract',
  'Order (open order)': 'Order',
  Bot: 'Bot',
  'Backtest job (BacktestJob)': 'BacktestJob',
  'Lab (LabDetail)': 'LabDetail',
  'Partner bot (PartnerBot)': 'PartnerBot',
};

function fieldsOfTables(text: string): readonly ContractField[] {
  const fields: ContractField[] = [];
  let thing: string | undefined;
  const section = text.slice(text.indexOf('## Resources'), text.indexOf('## States'));
  for (const line of section.split('\n')) {
    const heading = /^### (.+)$/.exec(line)?.[1] ?? /^(Contract):$/.exec(line)?.[1];
    if (heading !== undefined) thing = THINGS_OF_HEADINGS[heading];
    const [, field, type] = /^\| (\w+) \| ([^|]+) \|/.exec(line) ?? [];
    if (thing === undefined || field === undefined || type === undefined || field === 'Field')
      continue;
    fields.push({ thing, field, type, isNullable: type.includes('nullable') });
  }
  return fields;
}

const SENTENCES = [
  ['Script row (list): ', 'Script'],
  ['ScriptCompile: ', 'ScriptCompile'],
  ['ScriptCompileError: ', 'ScriptCompileError'],
  ['ScriptSourceUpdated (response of source update): ', 'ScriptSourceUpdated'],
  ['BacktestResult: ', 'BacktestResult'],
  ['BacktestPosition: ', 'BacktestPosition'],
  ['LabConfig: ', 'LabConfig'],
  ['OrderPlaced (201 body of POST /v1/orders): ', 'OrderPlaced'],
  ['BotAction (response of start/stop): ', 'BotAction'],
  ['PartnerStrategySetting: ', 'PartnerStrategySetting'],
  ['PartnerBacktestPosition (in partner backtest positions): ', 'PartnerBacktestPosition'],
] as const;

/** `ScriptCompile: `is_valid` (boolean), `errors` (array of …)` */
function fieldsOfSentences(text: string): readonly ContractField[] {
  return SENTENCES.flatMap(([begin, thing]) => {
    const line = text.split('\n').find((each) => each.startsWith(begin)) ?? '';
    return [...line.slice(begin.length).matchAll(/`([a-z_]+)` \(([^)]*)\)/g)]
      .filter(([whole]) => !whole.startsWith('`lua`'))
      .map(([, field = '', type = '']) => ({
        thing,
        field,
        type,
        isNullable: type.includes('nullable'),
      }));
  });
}

/** `| 404 | account_not_found, bot_not_found | … |` */
function codesOfTable(text: string): readonly string[] {
  const section = text.slice(text.indexOf('## Errors'), text.indexOf('3. Idempotency rules'));
  return [...section.matchAll(/^\| (\d{3}) \| ([\w, ]+) \|/gm)].flatMap(
    ([, status = '', codes = '']) => codes.split(', ').map((code) => `${status} ${code}`),
  );
}
