// The secrets of a hook, shown this once: its address, and the key that signs its messages.

import type { HookWithPath } from '@tidemill/client';
import type { ReactNode } from 'react';
import { BASE_PATH } from '../../../api/base-path.ts';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { Pasted } from '../../../parts/pasted.tsx';
import { WEBHOOKS } from '../../../words/webhooks.ts';

type Props = {
  readonly made: HookWithPath;
  readonly onClose: () => void;
  /** What else belongs into the alert. */
  readonly children?: ReactNode;
};

export function HookAddressDialog({ made, onClose, children }: Props) {
  const address = `${location.origin}${BASE_PATH}${made.path}`;
  const { signing_secret: signingSecret } = made;
  return (
    <DialogFrame
      title={signingSecret === null ? WEBHOOKS.keepThisAddressNow : WEBHOOKS.keepBothSecretsNow}
      onClose={onClose}
    >
      <p className="soft">
        {signingSecret === null ? WEBHOOKS.itIsASecret : WEBHOOKS.theyAreNotStored}
      </p>
      <Pasted
        title={WEBHOOKS.webhookUrl}
        name="The address of the hook"
        text={address}
        what={WEBHOOKS.theAddress}
      />
      {signingSecret === null ? null : (
        <Pasted
          title={WEBHOOKS.signingSecret}
          name="The signing secret of the hook"
          text={signingSecret}
          what={WEBHOOKS.theSigningSecret}
        />
      )}
      {children}
      <div className="dialog-foot">
        <Button look="main" onPress={onClose}>
          {WEBHOOKS.iHaveSaved(signingSecret === null ? WEBHOOKS.it : WEBHOOKS.both)}
        </Button>
      </div>
    </DialogFrame>
  );
}
