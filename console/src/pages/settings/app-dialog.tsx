// Sets an authenticator app up, in three steps: the secret goes to the app, a code comes back, and
// the recovery codes are saved.

import { useMutation, useQuery } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { ownAccess } from '../../api/sign-in.ts';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { Loaded } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { SETTINGS } from '../../words/settings.ts';

type Props = { readonly onClose: () => void };

export function AppDialog({ onClose }: Props) {
  // Each opening begins anew: a secret lasts five minutes.
  const begun = useQuery({
    queryKey: ['session', 'new-app'],
    queryFn: ownAccess.beginApp,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const [code, setCode] = useState('');
  const finish = useMutation({
    mutationFn: (secret: string) => ownAccess.setApp(secret, code),
    onError: () => setCode(''),
  });
  if (finish.data !== undefined)
    return <CodesDialog codes={finish.data.recovery_codes} onClose={onClose} />;
  return (
    <DialogFrame title={SETTINGS.setUpAnAuthenticator} onClose={onClose}>
      <Loaded query={begun} lines={6}>
        {({ secret, address }) => {
          const submit = (event: SyntheticEvent): void => {
            event.preventDefault();
            finish.mutate(secret);
          };
          return (
            <form className="stack" onSubmit={submit}>
              <Wrong error={finish.error} />
              <p className="soft">{SETTINGS.scanThisWithAn}</p>
              <div className="qr-row">
                <QrCode text={address} label={SETTINGS.theSecretOfThe} />
                <div className="stack">
                  <div>
                    <span className="hint">{SETTINGS.secret}</span>
                    <code className="secret">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
                  </div>
                  <div>
                    <CopyButton text={secret} what={SETTINGS.theSecret} />
                  </div>
                </div>
              </div>
              <TextInput
                label={SETTINGS.codeThatTheApp}
                value={code}
                onChange={setCode}
                inputMode="numeric"
                autoComplete="one-time-code"
                isFirst
              />
              <div className="dialog-foot">
                <Button onPress={onClose}>{SETTINGS.cancel}</Button>
                <Button look="main" type="submit" isDisabled={finish.isPending || code === ''}>
                  {finish.isPending ? SETTINGS.checking : SETTINGS.turnItOn}
                </Button>
              </div>
            </form>
          );
        }}
      </Loaded>
    </DialogFrame>
  );
}

type CodesProps = Props & { readonly codes: readonly string[] };

/** Shown once: the service stores what they can be checked by, and no more. */
export function CodesDialog({ codes, onClose }: CodesProps) {
  const text = codes.join('\n');
  const save = (): void => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    link.download = 'tidemill-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <DialogFrame title={SETTINGS.keepTheseRecoveryCodes} onClose={onClose}>
      <p className="soft">{SETTINGS.eachSignsYouIn}</p>
      <ul className="codes" aria-label={SETTINGS.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-foot">
        <CopyButton text={text} what={SETTINGS.theCodes} />
        <Button onPress={save}>{SETTINGS.download}</Button>
        <Button look="main" onPress={onClose}>
          {SETTINGS.iHaveSavedThem}
        </Button>
      </div>
    </DialogFrame>
  );
}
