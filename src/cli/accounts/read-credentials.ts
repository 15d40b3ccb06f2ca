// Reads credentials from where no other user of the machine can see them: a prompt without echo,
// standard input, or a file. No message repeats anything of what was read.

import { Option } from 'commander';
import type { CredentialForm, VenueCredentials } from '#services/credentials/credential-deps.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { readTextFile } from '#cli/read-text-file.ts';

export type FromFile = { readonly credentialsFile?: string };

const STANDARD_INPUT = '-';
const FORM =
  'Write the API key, its secret and, where the exchange has one, the passphrase, a line each; ' +
  'or JSON with api_key, api_secret and passphrase.';
/** Each also as it is called in the files that exchanges give. */
const NAMES: readonly (readonly string[])[] = [
  ['api_key', 'name', 'id'],
  ['api_secret', 'privateKey'],
  ['passphrase'],
];

/** Option that names a file of credentials, or standard input. */
export function credentialsFileOption(): Option {
  return new Option(
    '--credentials-file <FILE>',
    `a file with the credentials, "${STANDARD_INPUT}" for standard input (default: asks for them)`,
  );
}

/**
 * Credentials of the named file, or typed at a prompt by the exchange's form. Throws without
 * repeating what was read.
 */
export async function readCredentials(
  host: Host,
  options: FromFile,
  form: CredentialForm | null = null,
): Promise<VenueCredentials> {
  const { credentialsFile } = options;
  if (credentialsFile === STANDARD_INPUT)
    return parseCredentials(await host.readInput(), 'standard input');
  if (credentialsFile !== undefined)
    return parseCredentials(readTextFile(credentialsFile), `"${credentialsFile}"`);
  return askForCredentials(host, form);
}

/** Without a form, also for what only some exchanges have. */
async function askForCredentials(
  host: Host,
  form: CredentialForm | null,
): Promise<VenueCredentials> {
  const apiKey = await ask(host, form?.apiKey ?? 'API key');
  const secret = await ask(host, form?.secret ?? 'API secret');
  if (apiKey === '' || secret === '')
    throw new CommandFailed('No key was typed.', 'Run the command again and paste it.');
  if (form !== null && form.passphrase === null) return { apiKey, secret, passphrase: null };
  const what = form?.passphrase ?? 'Passphrase (empty where the exchange has none)';
  const passphrase = await ask(host, what);
  return { apiKey, secret, passphrase: passphrase === '' ? null : passphrase };
}

async function ask(host: Host, what: string): Promise<string> {
  const typed = await host.askSecret(`${what}, not shown: `);
  if (typed !== null) return withLines(typed.trim());
  throw new CommandFailed(
    'There is no terminal to ask for the credentials.',
    'Add --credentials-file FILE, or --credentials-file - to read standard input.',
  );
}

/** As the lines or the JSON of a file. `place` is where it was read. */
function parseCredentials(text: string, place: string): VenueCredentials {
  const parts = text.trimStart().startsWith('{') ? fromJson(text) : fromLines(text);
  const [apiKey = '', secret = '', passphrase = '', ...rest] = parts ?? [];
  const isComplete = parts !== null && apiKey !== '' && secret !== '' && rest.length === 0;
  if (isComplete) return { apiKey, secret, passphrase: passphrase === '' ? null : passphrase };
  throw new CommandFailed(`There are no credentials in ${place}.`, FORM);
}

/** A private key has several lines, and is one of the parts. */
const PRIVATE_KEY = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[^-]*-----END \1-----/g;

function fromLines(text: string): readonly string[] {
  return text
    .replaceAll(PRIVATE_KEY, (key) => key.replaceAll(/\r?\n/g, '\\n'))
    .split('\n')
    .map((line) => withLines(line.trim()))
    .filter((line) => line !== '');
}

/** Those of a private key may be written in one line. */
function withLines(text: string): string {
  return text.includes('PRIVATE KEY') ? text.replaceAll('\\n', '\n') : text;
}

/** Null for anything else. */
function fromJson(text: string): readonly string[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const entries = Object.entries(value as object);
  const isKnown = entries.every(
    ([name, item]) => NAMES.flat().includes(name) && (typeof item === 'string' || item === null),
  );
  if (!isKnown) return null;
  const fields = new Map(entries as [string, string | null][]);
  const parts = NAMES.map((names) => names.filter((name) => fields.has(name)));
  if (parts.some((names) => names.length > 1)) return null;
  return parts.map(([name = '']) => fields.get(name)?.trim() ?? '');
}
