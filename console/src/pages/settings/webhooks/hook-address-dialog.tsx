// The secrets of a hook, shown this once: its address, and the key that signs its messages.

import type { HookWithPath } from '@tidemill/client';
import type { ReactNode } from 'react';
import { BASE_PATH } from '../../../api/base-path.ts';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { Pasted } from '../../../parts/pasted.tsx';

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
      title={signingSecret === null ? 'Keep this address now' : 'Keep both secrets now'}
      onClose={onClose}
    >
      <p className="soft">
        {signingSecret === null
          ? 'It is a secret, is not stored and cannot be shown again. In TradingView it belongs ' +
            'into the field “Webhook URL” of an alert, which takes ports 80 and 443 only.'
          : 'They are not stored and cannot be shown again. Your program sends to the address, ' +
            'and signs the body of each message with the secret, in X-Tidemill-Signature.'}
      </p>
      <Pasted
        title="Webhook URL"
        name="The address of the hook"
        text={address}
        what="the address"
      />
      {signingSecret === null ? null : (
        <Pasted
          title="Signing secret"
          name="The signing secret of the hook"
          text={signingSecret}
          what="the signing secret"
        />
      )}
      {children}
      <div className="dialog-foot">
        <Button look="main" onPress={onClose}>
          I have saved {signingSecret === null ? 'it' : 'both'}
        </Button>
      </div>
    </DialogFrame>
  );
}
