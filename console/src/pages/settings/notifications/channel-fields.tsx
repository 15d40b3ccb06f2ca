// The fields of each kind of channel, and where to find what goes into them.

import { SecretInput } from '../../../parts/secret-input.tsx';
import { TextInput } from '../../../parts/text-input.tsx';
import { Choice } from '../../../parts/widgets.tsx';
import type { Fields } from './channel-address.ts';
import type { ChannelKind } from './channel-words.ts';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

type FieldsProps = {
  readonly fields: Fields;
  readonly onChange: (change: Partial<Fields>) => void;
};

const TLS = [
  ['starttls', 'STARTTLS'],
  ['implicit', NOTIFICATIONS.tlsFromTheStart],
] as const;

/** The ports that the two are usually at. */
const PORTS = { starttls: '587', implicit: '465' } as const;

export function ChannelFields({
  kind,
  ...props
}: FieldsProps & {
  readonly kind: ChannelKind;
}) {
  if (kind === 'telegram') return <TelegramFields {...props} />;
  if (kind === 'email') return <MailFields {...props} />;
  return <WebhookFields kind={kind} {...props} />;
}

function TelegramFields({ fields, onChange }: FieldsProps) {
  return (
    <>
      <ol className="hint-steps">
        <li>
          {NOTIFICATIONS.inTelegramWrite} <code>/newbot</code> {NOTIFICATIONS.toBotfatherItReplies}
        </li>
        <li>{NOTIFICATIONS.writeAnythingToYour}</li>
        <li>
          {NOTIFICATIONS.open} <code>https://api.telegram.org/bot&lt;token&gt;/getUpdates</code>
          {NOTIFICATIONS.theNumberIn} <code>&quot;chat&quot;:{'{'}&quot;id&quot;:</code>{' '}
          {NOTIFICATIONS.isTheChat}
        </li>
      </ol>
      <SecretInput
        label={NOTIFICATIONS.tokenOfTheBot}
        field="telegram/token"
        value={fields.token}
        onChange={(token) => onChange({ token })}
      />
      <TextInput
        label={NOTIFICATIONS.chat}
        field="telegram/chat_id"
        value={fields.chatId}
        onChange={(chatId) => onChange({ chatId })}
        hint={NOTIFICATIONS.aNumberSuchAs}
      />
    </>
  );
}

const WEBHOOK_STEPS = {
  discord: [
    NOTIFICATIONS.inDiscordOpenThe,
    NOTIFICATIONS.chooseIntegrationsThenWebhooks,
    NOTIFICATIONS.copyItsUrl,
  ],
  slack: [
    NOTIFICATIONS.makeAnAppAt,
    NOTIFICATIONS.turnOnIncomingWebhooks,
    NOTIFICATIONS.copyItsUrl,
  ],
} as const;

function WebhookFields({
  kind,
  fields,
  onChange,
}: FieldsProps & { readonly kind: 'discord' | 'slack' }) {
  return (
    <>
      <ol className="hint-steps">
        {WEBHOOK_STEPS[kind].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <SecretInput
        label={NOTIFICATIONS.urlOfTheWebhook}
        field={`${kind}/url`}
        value={fields.url}
        onChange={(url) => onChange({ url })}
      />
    </>
  );
}

function MailFields({ fields, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        label={NOTIFICATIONS.mailbox}
        field="email/to"
        type="email"
        value={fields.to}
        onChange={(to) => onChange({ to })}
        hint={NOTIFICATIONS.anAddressSuchAs}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={fields.hasOwnServer}
          onChange={(event) => onChange({ hasOwnServer: event.target.checked })}
        />
        <span>
          {NOTIFICATIONS.sendByAMail}
          <span className="hint check-note">{NOTIFICATIONS.otherwiseTheOneOf}</span>
        </span>
      </label>
      {fields.hasOwnServer ? <MailServerFields fields={fields} onChange={onChange} /> : null}
    </>
  );
}

function MailServerFields({ fields, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        label={NOTIFICATIONS.mailServer}
        field="email/smtp/host"
        value={fields.host}
        onChange={(host) => onChange({ host })}
        hint={NOTIFICATIONS.yourProviderCallsIt}
      />
      <div className="row">
        <Choice
          label={NOTIFICATIONS.encryption}
          value={fields.tls}
          choices={TLS}
          onChange={(tls) => onChange({ tls, port: PORTS[tls] })}
        />
        <TextInput
          label={NOTIFICATIONS.port}
          field="email/smtp/port"
          value={fields.port}
          onChange={(port) => onChange({ port })}
          inputMode="numeric"
        />
      </div>
      <TextInput
        label={NOTIFICATIONS.user}
        field="email/smtp/user"
        value={fields.user}
        onChange={(user) => onChange({ user })}
      />
      <SecretInput
        label={NOTIFICATIONS.password}
        field="email/smtp/password"
        value={fields.password}
        onChange={(password) => onChange({ password })}
      />
      <TextInput
        label={NOTIFICATIONS.sender}
        field="email/smtp/from"
        type="email"
        value={fields.from}
        onChange={(from) => onChange({ from })}
        hint={NOTIFICATIONS.emptyTheMailboxItself}
      />
    </>
  );
}
