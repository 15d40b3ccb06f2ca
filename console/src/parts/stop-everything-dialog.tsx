// The risk switch: stops all bots, and on wish cancels all orders and closes all positions.

import type { Bot, EverythingStopped } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { accountsQuery, botsQuery } from '../api/queries.ts';
import { Button } from './button.tsx';
import { DialogFrame } from './confirm.tsx';
import { StartAgain } from './start-again.tsx';
import { FRAME } from '../words/frame.ts';
import { PARTS } from '../words/parts.ts';
import { STOP } from '../words/stop.ts';
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
    <DialogFrame title={STOP.title} onClose={onClose}>
      {stop.isSuccess ? null : (
        <p className="soft">
          {STOP.whatStops(running.length)}, {STOP.where(accounts.length, real)}. {STOP.untilStarted}
        </p>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={cancels || closes}
          disabled={closes}
          onChange={(event) => setCancels(event.target.checked)}
        />
        {STOP.cancels}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={closes}
          onChange={(event) => setCloses(event.target.checked)}
        />
        {STOP.closes}
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
        <Button onPress={onClose}>{stop.isSuccess ? FRAME.close : PARTS.cancel}</Button>
        <Button look="danger" isDisabled={stop.isPending} onPress={press}>
          {stop.isPending ? STOP.stopping : stop.isSuccess ? STOP.again : FRAME.stopEverything}
        </Button>
      </div>
    </DialogFrame>
  );
}

function left({
  orders_working: working,
  accounts_left: accounts,
  positions_left: positions,
}: EverythingStopped): string {
  if (working > 0 || accounts > 0) return STOP.left(working, accounts);
  return positions > 0 ? STOP.refused : STOP.notReached;
}

function Outcome({ of }: { readonly of: EverythingStopped }) {
  const isAllDone = of.is_complete && of.positions_left === 0;
  return (
    <p className={isAllDone ? 'notice notice-good' : 'notice notice-warn'} role="status">
      {STOP.stopped(of.bots_stopped, of.orders_cancelled, of.closing_orders)}
      {of.positions_left === 0 ? '' : ` ${STOP.positionsLeft(of.positions_left)}`}
      {of.is_complete ? '' : ` ${left(of)}`}
    </p>
  );
}
