// Makes a rule, or edits one.

import type { NotificationRule, SaveNotificationRule } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import {
  notificationChannelsQuery,
  notificationRulesQuery,
} from '../../../api/notification-queries.ts';
import { accountsQuery, botsQuery } from '../../../api/queries.ts';
import { Button } from '../../../parts/button.tsx';
import { DialogFrame } from '../../../parts/confirm.tsx';
import { Refusals } from '../../../parts/refusals.tsx';
import { TextInput } from '../../../parts/text-input.tsx';
import { Choice } from '../../../parts/widgets.tsx';
import { AmongChoice } from './among-choice.tsx';
import { QuietHoursFields } from './quiet-hours-fields.tsx';
import { DIGESTS, digestInWords, newTerms, termsOf } from './rule-words.ts';
import { TypesChoice } from './types-choice.tsx';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

type Props = {
  /** Null: a new one. */
  readonly rule: NotificationRule | null;
  readonly onClose: () => void;
};

export function RuleDialog({ rule, onClose }: Props) {
  const title = rule === null ? NOTIFICATIONS.newRule : NOTIFICATIONS.editTheRule(rule.name);
  return (
    <DialogFrame title={title} look="wide" onClose={onClose}>
      <RuleForm rule={rule} onClose={onClose} />
    </DialogFrame>
  );
}

function RuleForm({ rule, onClose }: Props) {
  const client = useQueryClient();
  const [terms, setTerms] = useState(() => (rule === null ? newTerms() : termsOf(rule)));
  const change = (part: Partial<SaveNotificationRule>): void => setTerms({ ...terms, ...part });
  const save = useMutation({
    mutationFn: () => {
      const body = { ...terms, name: terms.name.trim() };
      return rule === null
        ? api.createNotificationRule({ body })
        : api.replaceNotificationRule({ rule_id: rule.rule_id, body });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: notificationRulesQuery.queryKey });
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Refusals error={save.error}>
        <TextInput
          label={NOTIFICATIONS.name}
          field="name"
          value={terms.name}
          onChange={(name) => change({ name })}
          isFirst={rule === null}
        />
        <TypesChoice types={terms.types} onChange={(types) => change({ types })} />
        <label className="check">
          <input
            type="checkbox"
            checked={terms.problems_only ?? false}
            onChange={(event) => change({ problems_only: event.target.checked })}
          />
          <span>
            {NOTIFICATIONS.onlyProblems}
            <span className="hint check-note">{NOTIFICATIONS.leavesOutNormalEvents}</span>
          </span>
        </label>
        <Scope terms={terms} onChange={change} />
        <Choice
          label={NOTIFICATIONS.howOften}
          value={terms.every_minutes ?? 0}
          choices={digestsWith(terms.every_minutes ?? 0)}
          onChange={(every_minutes) => change({ every_minutes })}
        />
        <QuietHoursFields
          hours={terms.quiet_hours ?? null}
          onChange={(quiet_hours) => change({ quiet_hours })}
        />
        <div className="dialog-foot">
          <Button onPress={onClose}>{NOTIFICATIONS.cancel}</Button>
          <Button
            look="main"
            type="submit"
            isDisabled={save.isPending || terms.name.trim() === '' || terms.types.length === 0}
          >
            {save.isPending ? NOTIFICATIONS.saving : NOTIFICATIONS.saveTheRule}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}

/** A rule that was made by the API may have a pause of its own. */
function digestsWith(minutes: number): readonly (readonly [number, string])[] {
  return DIGESTS.some(([each]) => each === minutes)
    ? DIGESTS
    : [...DIGESTS, [minutes, digestInWords(minutes)] as const];
}

type ScopeProps = {
  readonly terms: SaveNotificationRule;
  readonly onChange: (part: Partial<SaveNotificationRule>) => void;
};

function Scope({ terms, onChange }: ScopeProps) {
  const { data: channels = [] } = useQuery(notificationChannelsQuery);
  const { data: bots = [] } = useQuery(botsQuery);
  const { data: accounts = [] } = useQuery(accountsQuery);
  return (
    <div className="stack-tight">
      <AmongChoice
        label={NOTIFICATIONS.channels}
        all={NOTIFICATIONS.allChannels}
        items={channels.map((each) => [each.channel_id, each.name])}
        ids={terms.channel_ids ?? []}
        onChange={(channel_ids) => onChange({ channel_ids })}
      />
      <AmongChoice
        label={NOTIFICATIONS.bots}
        all={NOTIFICATIONS.allBots}
        items={bots.map((each) => [each.bot_id, each.name])}
        ids={terms.bot_ids ?? []}
        onChange={(bot_ids) => onChange({ bot_ids })}
      />
      <AmongChoice
        label={NOTIFICATIONS.accounts}
        all={NOTIFICATIONS.allAccounts}
        items={accounts.map((each) => [each.account_id, each.name])}
        ids={terms.account_ids ?? []}
        onChange={(account_ids) => onChange({ account_ids })}
      />
    </div>
  );
}
