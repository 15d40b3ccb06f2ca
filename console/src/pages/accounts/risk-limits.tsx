// Risk limits of an account: each order is judged by them before its exchange hears of it.

import type { Account, AccountLimits, CurrencyLimits, SetAccountLimits } from '@tidemill/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { limitsQuery } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { explain, Loaded } from '../../parts/states.tsx';
import { isPositive } from '../../parts/steps.ts';
import { Refusals } from '../../parts/refusals.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { ACCOUNTS } from '../../words/accounts.ts';

export function RiskLimits({ account }: { readonly account: Account }) {
  const { account_id: accountId } = account;
  return (
    <>
      <BotsAllowed account={account} />
      <Limits
        query={useQuery(limitsQuery(accountId))}
        save={(body) => api.setAccountLimits({ account_id: accountId, body })}
      />
    </>
  );
}

type Save = (limits: SetAccountLimits) => Promise<unknown>;

type LimitsProps = { readonly query: UseQueryResult<AccountLimits>; readonly save: Save };

/** Those of whatever `save` saves them for. */
export function Limits({ query, save }: LimitsProps) {
  const [isSaved, setIsSaved] = useState(false);
  const saveAndRead: Save = async (limits) => {
    await save(limits);
    await query.refetch();
  };
  return (
    <Loaded query={query}>
      {(of) => (
        <LimitsForm
          key={JSON.stringify(of)}
          limits={of}
          save={saveAndRead}
          isSaved={isSaved}
          onSave={setIsSaved}
        />
      )}
    </Loaded>
  );
}

function BotsAllowed({ account }: { readonly account: Account }) {
  const client = useQueryClient();
  const allow = useMutation({
    mutationFn: (allowed: boolean) =>
      api.allowAccountBots({
        account_id: account.account_id,
        body: { allows_bots: allowed },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['accounts'] }),
  });
  return (
    <div className="panel-body stack ruled">
      {allow.isError ? (
        <p className="notice notice-wrong" role="alert">
          {explain(allow.error)}
        </p>
      ) : null}
      <label className="check">
        <input
          type="checkbox"
          checked={account.allows_bots}
          disabled={allow.isPending}
          onChange={(event) => allow.mutate(event.target.checked)}
        />
        <span>
          {ACCOUNTS.allowBotsOnThis}
          <span className="hint check-note">
            {account.is_simulated ? ACCOUNTS.thisIsAPlay : ACCOUNTS.thisIsAReal}
          </span>
        </span>
      </label>
    </div>
  );
}

type Row = { readonly [name in keyof CurrencyLimits]: string };

type FormProps = {
  readonly limits: AccountLimits;
  readonly save: Save;
  /** Known outside, since the form is made anew for other limits. */
  readonly isSaved: boolean;
  readonly onSave: (isSaved: boolean) => void;
};

const rowOf = (of: CurrencyLimits): Row => ({
  currency: of.currency,
  max_order_value: of.max_order_value ?? '',
  max_exposure: of.max_exposure ?? '',
  max_daily_loss: of.max_daily_loss ?? '',
});

const NO_ROW: Row = { currency: '', max_order_value: '', max_exposure: '', max_daily_loss: '' };

function LimitsForm({ limits, save: send, isSaved, onSave }: FormProps) {
  const [perMinute, setPerMinute] = useState(limits.max_orders_per_minute?.toString() ?? '');
  const [rows, setRows] = useState<readonly Row[]>(() => {
    const known = limits.currencies.map((of) => rowOf(of));
    return known.length === 0 ? [{ ...NO_ROW, currency: 'USDT' }] : known;
  });
  const save = useMutation({
    mutationFn: (resetsLosses: boolean) =>
      send({
        max_orders_per_minute: perMinute === '' ? null : Number(perMinute),
        reset_losses: resetsLosses,
        currencies: rows.filter((row) => isLimited(row)).map((row) => wireOf(row)),
      }),
    onMutate: () => onSave(false),
    onSuccess: () => onSave(true),
  });
  const change = (index: number, next: Partial<Row>): void =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...next } : row)));
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate(false);
  };
  const isValid =
    (perMinute === '' || /^[1-9]\d*$/.test(perMinute)) && rows.every((row) => isReadable(row));
  return (
    <form className="panel-body stack" onSubmit={submit}>
      <p className="hint">{ACCOUNTS.leaveAFieldEmpty}</p>
      <Refusals error={save.error}>
        {isSaved ? (
          <p className="notice notice-good" role="status">
            {ACCOUNTS.theLimitsAreIn}
          </p>
        ) : null}
        <TextInput
          label={ACCOUNTS.ordersAMinuteOf}
          field="max_orders_per_minute"
          inputMode="numeric"
          value={perMinute}
          onChange={setPerMinute}
        />
        {rows.map((row, index) => (
          <CurrencyFields
            key={index}
            row={row}
            index={index}
            onChange={(next) => change(index, next)}
          />
        ))}
        <div className="actions">
          <Button look="main" type="submit" isDisabled={save.isPending || !isValid}>
            {save.isPending ? ACCOUNTS.saving : ACCOUNTS.saveTheLimits}
          </Button>
          <Button onPress={() => setRows([...rows, NO_ROW])}>{ACCOUNTS.anotherCurrency}</Button>
          <Button look="plain" isDisabled={save.isPending} onPress={() => save.mutate(true)}>
            {ACCOUNTS.countLossesFromNow}
          </Button>
        </div>
      </Refusals>
    </form>
  );
}

type FieldsProps = {
  readonly row: Row;
  readonly index: number;
  readonly onChange: (next: Partial<Row>) => void;
};

function CurrencyFields({ row, index, onChange }: FieldsProps) {
  return (
    <fieldset className="limits-row">
      <legend>
        {row.currency === '' ? ACCOUNTS.anotherCurrency : ACCOUNTS.inCurrency(row.currency)}
      </legend>
      <TextInput
        label={ACCOUNTS.currency}
        field={`limits/${index}/currency`}
        value={row.currency}
        onChange={(currency) => onChange({ currency: currency.trim().toUpperCase() })}
      />
      <TextInput
        label={ACCOUNTS.largestOrder}
        field={`limits/${index}/max_order_value`}
        inputMode="decimal"
        value={row.max_order_value}
        onChange={(value) => onChange({ max_order_value: value })}
      />
      <TextInput
        label={ACCOUNTS.largestExposure}
        field={`limits/${index}/max_exposure`}
        inputMode="decimal"
        value={row.max_exposure}
        onChange={(value) => onChange({ max_exposure: value })}
      />
      <TextInput
        label={ACCOUNTS.largestLossADay}
        field={`limits/${index}/max_daily_loss`}
        inputMode="decimal"
        value={row.max_daily_loss}
        onChange={(value) => onChange({ max_daily_loss: value })}
      />
    </fieldset>
  );
}

const VALUES = ['max_order_value', 'max_exposure', 'max_daily_loss'] as const;

function isLimited(row: Row): boolean {
  return row.currency !== '' && VALUES.some((name) => row[name] !== '');
}

function isReadable(row: Row): boolean {
  const isNumbers = VALUES.every((name) => row[name] === '' || isPositive(row[name]));
  return isNumbers && (row.currency !== '' || !VALUES.some((name) => row[name] !== ''));
}

function wireOf(row: Row): CurrencyLimits {
  const limit = (text: string): string | null => (text === '' ? null : text);
  return {
    currency: row.currency,
    max_order_value: limit(row.max_order_value),
    max_exposure: limit(row.max_exposure),
    max_daily_loss: limit(row.max_daily_loss),
  };
}
