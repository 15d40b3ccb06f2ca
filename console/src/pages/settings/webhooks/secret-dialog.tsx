// The secret of a webhook, shown this once.

import type { WebhookWithSecret } from '@tidemill/client';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { WEBHOOKS } from '../../../words/webhooks.ts';

type Props = { readonly made: WebhookWithSecret; readonly onClose: () => void };

export function SecretDialog({ made, onClose }: Props) {
  return (
    <DialogFrame title={WEBHOOKS.keepThisSecretNow} onClose={onClose}>
      <p className="soft">
        {WEBHOOKS.itCannotBeShown}{' '}
        <a href="https://www.standardwebhooks.com">{WEBHOOKS.standardWebhooks}</a>.
      </p>
      <code className="secret" aria-label="The secret of the webhook">
        {made.secret}
      </code>
      <div className="dialog-foot">
        <CopyButton text={made.secret} what={WEBHOOKS.theSecret} />
        <Button look="main" onPress={onClose}>
          {WEBHOOKS.iHaveSavedIt}
        </Button>
      </div>
    </DialogFrame>
  );
}
