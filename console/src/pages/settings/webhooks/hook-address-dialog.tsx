// The address of a hook, shown this once.

import type { HookWithPath } from '@tidemill/client';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';

type Props = { readonly made: HookWithPath; readonly onClose: () => void };

export function HookAddressDialog({ made, onClose }: Props) {
  const address = `${location.origin}${made.path}`;
  return (
    <DialogFrame title="Keep this address now" onClose={onClose}>
      <p className="soft">
        It is a secret, is not stored and cannot be shown again. In TradingView it belongs into the
        field “Webhook URL” of an alert, which takes addresses at ports 80 and 443 only.
      </p>
      <code className="secret" aria-label="The address of the hook">
        {address}
      </code>
      <div className="dialog-foot">
        <CopyButton text={address} what="the address" />
        <Button look="main" onPress={onClose}>
          I have saved it
        </Button>
      </div>
    </DialogFrame>
  );
}
