// The authenticator app: set up with a picture or by typing, proved by a code, with recovery codes
// that are shown once.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { factorsQuery, ownAccess } from '../../api/sign-in.ts';
import type { Factors } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Wrong } from '../../parts/notice.tsx';
import { useProof } from '../../parts/proof.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Panel, Time } from '../../parts/widgets.tsx';
import { AppDialog, CodesDialog } from './app-dialog.tsx';
import { SETTINGS } from '../../words/settings.ts';

type OpenDialog = 'set_up' | 'remove' | 'codes' | null;

export function AppPanel() {
  const factors = useQuery(factorsQuery);
  const client = useQueryClient();
  const { guard, prove } = useProof();
  const [shown, setShown] = useState<OpenDialog>(null);
  const close = (): void => setShown(null);
  const refresh = () => client.invalidateQueries({ queryKey: ['session'] });
  const remove = useMutation({ mutationFn: ownAccess.removeApp, onSuccess: refresh });
  const makeCodes = useMutation({
    mutationFn: ownAccess.newRecoveryCodes,
    onSuccess: () => {
      setShown('codes');
      return refresh();
    },
  });
  return (
    <Panel title={SETTINGS.authenticatorApp}>
      <Loaded query={factors} lines={2}>
        {({ app }) => (
          <div className="panel-body stack">
            <Wrong error={remove.error ?? makeCodes.error} />
            <AppState app={app} />
            <div className="actions">
              {app === null ? (
                <Button look="main" onPress={() => guard(() => setShown('set_up'))}>
                  {SETTINGS.setUpAnApp}
                </Button>
              ) : (
                <>
                  <Button onPress={() => guard(() => makeCodes.mutate())}>
                    {SETTINGS.newRecoveryCodes}
                  </Button>
                  <Button look="danger" onPress={() => guard(() => setShown('remove'))}>
                    {SETTINGS.remove}
                  </Button>
                </>
              )}
            </div>
          </div>
        )}
      </Loaded>
      {prove}
      {shown === 'set_up' ? (
        <AppDialog
          onClose={() => {
            close();
            void refresh();
          }}
        />
      ) : null}
      {shown === 'codes' && makeCodes.data !== undefined ? (
        <CodesDialog codes={makeCodes.data.recovery_codes} onClose={close} />
      ) : null}
      {shown === 'remove' ? (
        <Confirm
          title={SETTINGS.removeTheAuthenticatorApp}
          act={SETTINGS.removeTheApp}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          {SETTINGS.youWillSignIn}
        </Confirm>
      ) : null}
    </Panel>
  );
}

function AppState({ app }: Pick<Factors, 'app'>) {
  return app === null ? (
    <p className="soft">{SETTINGS.sixDigitCodesThat}</p>
  ) : (
    <p className="soft">
      <span className="tag tag-rise">{SETTINGS.on}</span> {SETTINGS.since} <Time at={app.set_at} />
      {SETTINGS.of10RecoveryCodes(app.recovery_codes_left)}
    </p>
  );
}
