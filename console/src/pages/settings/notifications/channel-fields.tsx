// The fields of each kind of channel, and where to find what goes into them.

import { SecretInput } from '../../../parts/secret-input.tsx';
import { TextInput } from '../../../parts/text-input.tsx';
import { Choice } from '../../../parts/widgets.tsx';
import type { Fields } from './channel-address.ts';
import type { ChannelKind } from './channel-words.ts';

type FieldsProps = {
  readonly fields: Fields;
  readonly onChange: (change: Partial<Fields>) => void;
};

const TLS = [
  ['starttls', 'STARTTLS'],
  ['implicit', 'TLS from the start'],
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
          In Telegram, write <code>/newbot</code> to @BotFather. It replies with a token.
        </li>
        <li>Write anything to your new bot, so that it may write to you.</li>
        <li>
          Open <code>https://api.telegram.org/bot&lt;token&gt;/getUpdates</code>: the number in{' '}
          <code>&quot;chat&quot;:{'{'}&quot;id&quot;:</code> is the chat.
        </li>
      </ol>
      <SecretInput
        label="Token of the bot"
        field="telegram/token"
        value={fields.token}
        onChange={(token) => onChange({ token })}
      />
      <TextInput
        label="Chat"
        field="telegram/chat_id"
        value={fields.chatId}
        onChange={(chatId) => onChange({ chatId })}
        hint="A number such as 40721, or the @name of a channel."
      />
    </>
  );
}

const WEBHOOK_STEPS = {
  discord: [
    'In Discord, open the settings of a text channel of your server.',
    'Choose Integrations, then Webhooks, then New Webhook.',
    'Copy its URL.',
  ],
  slack: [
    'Make an app at api.slack.com/apps for your workspace.',
    'Turn on Incoming Webhooks, and add one to a channel.',
    'Copy its URL.',
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
        label="URL of the webhook"
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
        label="Mailbox"
        field="email/to"
        type="email"
        value={fields.to}
        onChange={(to) => onChange({ to })}
        hint="An address such as ada@example.com."
      />
      <label className="check">
        <input
          type="checkbox"
          checked={fields.hasOwnServer}
          onChange={(event) => onChange({ hasOwnServer: event.target.checked })}
        />
        <span>
          Send by a mail server of mine
          <span className="hint check-note">Otherwise the one of this installation sends.</span>
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
        label="Mail server"
        field="email/smtp/host"
        value={fields.host}
        onChange={(host) => onChange({ host })}
        hint="Your provider calls it SMTP or outgoing mail, such as smtp.example.com."
      />
      <div className="row">
        <Choice
          label="Encryption"
          value={fields.tls}
          choices={TLS}
          onChange={(tls) => onChange({ tls, port: PORTS[tls] })}
        />
        <TextInput
          label="Port"
          field="email/smtp/port"
          value={fields.port}
          onChange={(port) => onChange({ port })}
          inputMode="numeric"
        />
      </div>
      <TextInput
        label="User"
        field="email/smtp/user"
        value={fields.user}
        onChange={(user) => onChange({ user })}
      />
      <SecretInput
        label="Password"
        field="email/smtp/password"
        value={fields.password}
        onChange={(password) => onChange({ password })}
      />
      <TextInput
        label="Sender"
        field="email/smtp/from"
        type="email"
        value={fields.from}
        onChange={(from) => onChange({ from })}
        hint="Empty: the mailbox itself."
      />
    </>
  );
}
