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
    <Panel title="Authenticator app">
      <Loaded query={factors} lines={2}>
        {({ app }) => (
          <div className="panel-body stack">
            <Wrong error={remove.error ?? makeCodes.error} />
            <AppState app={app} />
            <div className="actions">
              {app === null ? (
                <Button look="main" onPress={() => guard(() => setShown('set_up'))}>
                  Set up an app
                </Button>
              ) : (
                <>
                  <Button onPress={() => guard(() => makeCodes.mutate())}>
                    New recovery codes
                  </Button>
                  <Button look="danger" onPress={() => guard(() => setShown('remove'))}>
                    Remove
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
          title="Remove the authenticator app?"
          act="Remove the app"
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          You will sign in with your password alone, and the recovery codes become void.
        </Confirm>
      ) : null}
    </Panel>
  );
}

function AppState({ app }: Pick<Factors, 'app'>) {
  return app === null ? (
    <p className="soft">
      Six-digit codes that change every 30 seconds, in addition to your password. The password alone
      is not enough to sign in.
    </p>
  ) : (
    <p className="soft">
      <span className="tag tag-rise">On</span> since <Time at={app.set_at} />.{' '}
      {app.recovery_codes_left} of 10 recovery codes are left.
    </p>
  );
}
