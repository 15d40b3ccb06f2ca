// The secret of a webhook, shown this once.

import type { WebhookWithSecret } from '@tidemill/client';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';

type Props = { readonly made: WebhookWithSecret; readonly onClose: () => void };

export function SecretDialog({ made, onClose }: Props) {
  return (
    <DialogFrame title="Keep this secret now" onClose={onClose}>
      <p className="soft">
        It cannot be shown again. The receiver verifies the signature of each message with it, by
        any library of <a href="https://www.standardwebhooks.com">Standard Webhooks</a>.
      </p>
      <code className="secret" aria-label="The secret of the webhook">
        {made.secret}
      </code>
      <div className="dialog-foot">
        <CopyButton text={made.secret} what="the secret" />
        <Button look="main" onPress={onClose}>
          I have saved it
        </Button>
      </div>
    </DialogFrame>
  );
}
