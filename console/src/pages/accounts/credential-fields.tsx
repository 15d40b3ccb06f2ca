// The fields of a key of an exchange, by the names that the exchange has for its parts.

import type { Exchange } from '@tidemill/client';
import { useState } from 'react';
import { SecretInput } from '../../parts/secret-input.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { credentialNames } from './credential-names.ts';
import { ACCOUNTS } from '../../words/accounts.ts';

type Parts = Exchange['credential_fields'];
type CredentialInput = {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
};

const NOTHING: CredentialInput = { key: '', secret: '', passphrase: '' };

/** What was typed into the fields of a form, for exchanges whose keys have these parts. */
export type CredentialEntry = {
  readonly names: ReturnType<typeof credentialNames>;
  readonly typed: CredentialInput;
  readonly change: (part: Partial<CredentialInput>) => void;
  readonly clear: () => void;
  /** Every part that the exchange has was typed. */
  readonly isComplete: boolean;
  /** As the API takes it. */
  readonly body: {
    readonly api_key: string;
    readonly api_secret: string;
    readonly passphrase?: string;
  };
};

/** State of the fields: what was typed, and whether it is enough to be sent. */
export function useCredentialEntry(parts: Parts): CredentialEntry {
  const [typed, setTyped] = useState(NOTHING);
  const names = credentialNames(parts);
  const needsPassphrase = names.passphrase !== undefined;
  const [key, secret] = [typed.key.trim(), typed.secret.trim()];
  return {
    names,
    typed,
    change: (part) => setTyped((before) => ({ ...before, ...part })),
    clear: () => setTyped(NOTHING),
    isComplete: key !== '' && secret !== '' && (!needsPassphrase || typed.passphrase !== ''),
    body: {
      api_key: key,
      api_secret: secret,
      ...(needsPassphrase ? { passphrase: typed.passphrase } : {}),
    },
  };
}

type Props = {
  readonly entry: CredentialEntry;
  /** Where the key is in the body of the request, such as `credentials/`; empty: it is the body. */
  readonly within: string;
  readonly isFirst?: boolean;
};

export function CredentialFields({ entry, within, isFirst = false }: Props) {
  const { names, typed, change } = entry;
  return (
    <>
      <TextInput
        label={names.api_key ?? ACCOUNTS.apiKey}
        field={`${within}api_key`}
        value={typed.key}
        onChange={(key) => change({ key })}
        isFirst={isFirst}
      />
      <SecretInput
        label={names.api_secret ?? ACCOUNTS.apiSecret}
        field={`${within}api_secret`}
        value={typed.secret}
        onChange={(secret) => change({ secret })}
      />
      {names.passphrase === undefined ? null : (
        <TextInput
          label={names.passphrase}
          field={`${within}passphrase`}
          type="password"
          value={typed.passphrase}
          onChange={(passphrase) => change({ passphrase })}
          hint={ACCOUNTS.theOneThatWas}
        />
      )}
    </>
  );
}
