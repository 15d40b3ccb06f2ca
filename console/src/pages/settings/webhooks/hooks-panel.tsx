// Secret addresses at which signals come in from outside, such as alerts of TradingView, with what
// became of each message.

import type { Hook, HookWithPath } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { hookCallsQuery, hooksQuery } from '../../../api/hook-queries.ts';
import { botsQuery } from '../../../api/queries.ts';
import { Button } from '../../../parts/button.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Wrong } from '../../../parts/notice.tsx';
import { Empty, Loaded } from '../../../parts/states.tsx';
import { Panel } from '../../../parts/widgets.tsx';
import { HookAddressDialog } from './hook-address-dialog.tsx';
import { HookItem } from './hook-item.tsx';
import { NewHookDialog } from './new-hook-dialog.tsx';
import { WEBHOOKS } from '../../../words/webhooks.ts';

type Open = { readonly act: 'rotate' | 'delete'; readonly hook: Hook };

export function HooksPanel({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const hooks = useQuery(hooksQuery);
  const { data: bots = [] } = useQuery(botsQuery);
  const [isAdding, setIsAdding] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const [made, setMade] = useState<HookWithPath | null>(null);
  const { rotate, remove } = useHookActs(setMade);
  const names = new Map(bots.map((bot) => [bot.bot_id, bot.name]));
  const nameOf = ({ bot_id: botId }: Hook): string => names.get(botId) ?? WEBHOOKS.aBotThatWas;
  const add = isReadOnly ? null : (
    <Button look="main" isSmall onPress={() => setIsAdding(true)}>
      {WEBHOOKS.addAHook}
    </Button>
  );
  return (
    <Panel title={WEBHOOKS.signalsFromOutside} side={add}>
      <Wrong error={rotate.error ?? remove.error} />
      <Loaded query={hooks}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={WEBHOOKS.noHooksYet}>{WEBHOOKS.aHookIsA}</Empty>
          ) : (
            <ul className="items">
              {data.map((hook) => (
                <HookItem
                  key={hook.hook_id}
                  hook={hook}
                  botName={nameOf(hook)}
                  onAct={isReadOnly ? null : (act) => setOpen({ act, hook })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding ? (
        <NewHookDialog
          onClose={() => setIsAdding(false)}
          onMade={(hook) => {
            setIsAdding(false);
            setMade(hook);
          }}
        />
      ) : null}
      {open === null ? null : (
        <Confirm
          {...(open.act === 'rotate' ? ROTATION : DELETION)}
          onConfirm={() => (open.act === 'rotate' ? rotate : remove).mutate(open.hook)}
          onClose={() => setOpen(null)}
        >
          {WEBHOOKS.whatIsSentTo(open.hook.signal, nameOf(open.hook))}
        </Confirm>
      )}
      {made === null ? null : <HookAddressDialog made={made} onClose={() => setMade(null)} />}
    </Panel>
  );
}

const ROTATION = { title: WEBHOOKS.makeANewAddress, act: WEBHOOKS.makeANewAddressTitle } as const;
const DELETION = { title: WEBHOOKS.deleteThisHook, act: WEBHOOKS.deleteTheHook } as const;

function useHookActs(onAddress: (made: HookWithPath) => void) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: hooksQuery.queryKey });
  const rotate = useMutation({
    mutationFn: ({ hook_id }: Hook) => api.rotateHook({ hook_id }),
    onSuccess: onAddress,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ hook_id }: Hook) => api.deleteHook({ hook_id }),
    // Gone before it is deleted, so that nothing of it is read meanwhile.
    onMutate: async ({ hook_id: id }) => {
      await client.cancelQueries({ queryKey: hooksQuery.queryKey });
      client.setQueryData(hooksQuery.queryKey, (list) =>
        list === undefined ? list : { data: list.data.filter((each) => each.hook_id !== id) },
      );
      await client.cancelQueries({ queryKey: hookCallsQuery(id).queryKey });
    },
    onSettled,
  });
  return { rotate, remove };
}
