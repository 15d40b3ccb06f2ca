// Rules of notifications: which events are sent, where, how often and when.

import type { NotificationRule } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { notificationRulesQuery } from '../../../api/notification-queries.ts';
import { Button } from '../../../parts/button.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Wrong } from '../../../parts/notice.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Panel } from '../../../parts/widgets.tsx';
import { typesInWords } from './event-words.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { countInWords, digestInWords, termsOf } from './rule-words.ts';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

type Acts = {
  readonly onEdit: (rule: NotificationRule) => void;
  readonly onSwitch: (rule: NotificationRule) => void;
  readonly onDelete: (rule: NotificationRule) => void;
};

export function RulesPanel({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const rules = useQuery(notificationRulesQuery);
  const client = useQueryClient();
  const [edited, setEdited] = useState<NotificationRule | 'new' | null>(null);
  const [deleted, setDeleted] = useState<NotificationRule | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: notificationRulesQuery.queryKey });
  const turn = useMutation({
    mutationFn: (rule: NotificationRule) =>
      api.replaceNotificationRule({
        rule_id: rule.rule_id,
        body: { ...termsOf(rule), is_enabled: !rule.is_enabled },
      }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ rule_id }: NotificationRule) => api.deleteNotificationRule({ rule_id }),
    onSettled: refresh,
  });
  const acts: Acts = {
    onEdit: setEdited,
    onSwitch: (rule) => turn.mutate(rule),
    onDelete: setDeleted,
  };
  const make = isReadOnly ? null : (
    <Button isSmall onPress={() => setEdited('new')}>
      {NOTIFICATIONS.newRule}
    </Button>
  );
  return (
    <Panel title={NOTIFICATIONS.rules} side={make}>
      <Wrong error={turn.error ?? remove.error} />
      <Loaded query={rules}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={NOTIFICATIONS.noRules}>{NOTIFICATIONS.nothingIsSentA}</Empty>
          ) : (
            <ul className="items">
              {all.map((rule) => (
                <RuleItem key={rule.rule_id} rule={rule} acts={isReadOnly ? null : acts} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited === null ? null : (
        <RuleDialog rule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {deleted === null ? null : (
        <Confirm
          title={NOTIFICATIONS.deleteTheRule(deleted.name)}
          act={NOTIFICATIONS.deleteTheRuleTitle}
          onConfirm={() => remove.mutate(deleted)}
          onClose={() => setDeleted(null)}
        >
          {NOTIFICATIONS.messagesWaitingUnderThis}
        </Confirm>
      )}
    </Panel>
  );
}

function RuleItem({ rule, acts }: { readonly rule: NotificationRule; readonly acts: Acts | null }) {
  return (
    <li className="item">
      <div className="item-main">
        <div className="item-title">
          <strong>{rule.name}</strong>
          {rule.is_enabled ? null : <span className="tag">{NOTIFICATIONS.off}</span>}
        </div>
        <p className="hint">{typesInWords(rule.types)}</p>
        <p className="hint">{whenAndWhere(rule)}</p>
      </div>
      {acts === null ? null : (
        <div className="actions">
          <Button isSmall onPress={() => acts.onSwitch(rule)}>
            {rule.is_enabled ? NOTIFICATIONS.turnOff : NOTIFICATIONS.turnOn}
            <span className="unseen"> {rule.name}</span>
          </Button>
          <Button isSmall onPress={() => acts.onEdit(rule)}>
            {NOTIFICATIONS.edit}
            <span className="unseen"> {rule.name}</span>
          </Button>
          <Button isSmall look="plain" onPress={() => acts.onDelete(rule)}>
            {NOTIFICATIONS.delete}
            <span className="unseen"> {rule.name}</span>
          </Button>
        </div>
      )}
    </li>
  );
}

function whenAndWhere(rule: NotificationRule): string {
  const { quiet_hours: quiet } = rule;
  return [
    digestInWords(rule.every_minutes),
    countInWords(rule.channel_ids, 'channel') ?? NOTIFICATIONS.allChannelsWithin,
    countInWords(rule.bot_ids, 'bot'),
    countInWords(rule.account_ids, 'account'),
    rule.problems_only ? NOTIFICATIONS.problemsOnly : null,
    quiet === null ? null : NOTIFICATIONS.quietTo(quiet.from, quiet.to, quiet.time_zone),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
