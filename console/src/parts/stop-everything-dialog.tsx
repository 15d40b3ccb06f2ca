// The risk switch: stops all bots, and on wish cancels all orders and closes all positions.

import type { Bot, EverythingStopped } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { accountsQuery, botsQuery } from '../api/queries.ts';
import { Button } from './button.tsx';
import { DialogFrame } from './confirm.tsx';
import { StartAgain } from './start-again.tsx';
import { explain } from './states.tsx';

export function StopEverythingDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const { data: bots = [] } = useQuery(botsQuery);
  const { data: accounts = [] } = useQuery(accountsQuery);
  const [cancels, setCancels] = useState(true);
  const [closes, setCloses] = useState(false);
  const stop = useMutation({
    mutationFn: () =>
      api.stopEverything({ body: { cancel_orders: cancels || closes, close_positions: closes } }),
    onSettled: () => client.invalidateQueries(),
  });
  const [ran, setRan] = useState<readonly Bot[]>([]);
  const running = bots.filter((bot) => bot.is_activated);
  const press = (): void => {
    if (running.length > 0) setRan(running);
    stop.mutate();
  };
  const real = accounts.filter((account) => !account.is_simulated).length;
  return (
    <DialogFrame title="Stop everything?" onClose={onClose}>
      {stop.isSuccess ? null : (
        <p className="soft">
          {stoppedOf(running.length)} stopped within seconds, on{' '}
          {accounts.length === 1 ? 'the one account' : `all ${accounts.length} accounts`}
          {real === 0
            ? ''
            : accounts.length === 1
              ? ', with real money'
              : `, ${real} of them with real money`}
          . They stay stopped until you start them again.
        </p>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={cancels || closes}
          disabled={closes}
          onChange={(event) => setCancels(event.target.checked)}
        />
        Cancel every working order, those placed by hand too
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={closes}
          onChange={(event) => setCloses(event.target.checked)}
        />
        Close at market what is held; on spot what bots bought
      </label>
      {stop.isError ? (
        <p className="notice notice-wrong" role="alert">
          {explain(stop.error)}
        </p>
      ) : null}
      {stop.data === undefined ? null : <Outcome of={stop.data} />}
      {stop.data === undefined || ran.length === 0 ? null : (
        <StartAgain bots={ran} accounts={accounts} />
      )}
      <div className="dialog-foot">
        <Button onPress={onClose}>{stop.isSuccess ? 'Close' : 'Cancel'}</Button>
        <Button look="danger" isDisabled={stop.isPending} onPress={press}>
          {stop.isPending ? 'Stopping…' : stop.isSuccess ? 'Stop again' : 'Stop everything'}
        </Button>
      </div>
    </DialogFrame>
  );
}

function stoppedOf(running: number): string {
  if (running === 0) return 'No bot is running; one that starts meanwhile is';
  return running === 1 ? 'One bot is' : `All ${running} running bots are`;
}

const counted = (count: number, what: string): string =>
  `${count} ${count === 1 ? what : `${what}s`}`;

function left({ orders_working: working, accounts_left: accounts }: EverythingStopped): string {
  if (working === 0 && accounts === 0) return 'Your accounts could not be reached in time';
  return `${counted(working, 'order')} still open, ${counted(accounts, 'account')} not done in time`;
}

function Outcome({ of }: { readonly of: EverythingStopped }) {
  return (
    <p className={of.is_complete ? 'notice notice-good' : 'notice notice-warn'} role="status">
      {counted(of.bots_stopped, 'bot')} stopped, {counted(of.orders_cancelled, 'order')} cancelled
      {of.closing_orders === 0 ? '' : `, ${of.closing_orders} orders close what was held`}.
      {of.is_complete ? '' : ` ${left(of)}: stop again.`}
    </p>
  );
}
