// Exits of the order in the ticket: a stop and targets that are sent with it as one, and what they
// come to in money.

import type { Account, ExchangeRecord, Market } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '../../api/queries.ts';
import { formatPriceNumber } from '../../parts/format.ts';
import { TextInput } from '../../parts/text-input.tsx';
import { exitFigures, exitProblem } from './exit-figures.ts';
import type { Draft } from './order-types.ts';
import { TICKET } from '../../words/ticket.ts';

type Props = {
  readonly market: Market;
  readonly account: Account;
  readonly record: ExchangeRecord;
  readonly draft: Draft;
  readonly price: string | null;
  readonly onChange: (next: Partial<Draft>) => void;
};

const WATCHED_HERE = TICKET.tidemillHoldsTheStop;
const HELD_THERE = TICKET.itIsSentThere;

/** On spot coins are locked once: one that trails, or has a target, waits with the service. */
function mayBeHeldThere({ market, record, draft }: Props): boolean {
  const types: readonly string[] = record.order_support.stop_types[market.market_type];
  const isAlone = draft.target === '' && draft.secondTarget === '' && !draft.isTrailing;
  return (market.contract !== null || isAlone) && types.includes('stop_market');
}

export function TicketExits(props: Props) {
  const { market, draft, price, onChange } = props;
  const field = (name: 'stop' | 'target' | 'secondTarget', label: string, hint: string) => (
    <TextInput
      label={label}
      inputMode="decimal"
      unit={market.quote}
      value={draft[name]}
      onChange={(next) => onChange({ [name]: next })}
      hint={hint}
      wrong={exitProblem(name, draft, price)}
    />
  );
  return (
    <fieldset className="ticket-exits">
      <legend>{TICKET.stopAndTarget}</legend>
      <div className="row">
        {field('stop', TICKET.stopTitle, TICKET.noneIfEmpty)}
        {field('target', TICKET.targetTitle, TICKET.noneIfEmpty)}
      </div>
      {draft.target === '' ? null : (
        <div className="row">{field('secondTarget', TICKET.secondTarget, TICKET.halfAtEachIf)}</div>
      )}
      {draft.stop === '' ? null : (
        <label className="check" title={TICKET.theStopFollowsThe}>
          <input
            type="checkbox"
            checked={draft.isTrailing}
            onChange={(event) => onChange({ isTrailing: event.target.checked })}
          />
          {TICKET.trailTheStop}
        </label>
      )}
      {draft.stop === '' ? null : <StopHolderChoice {...props} />}
      <ExitLines {...props} />
    </fieldset>
  );
}

function StopHolderChoice(props: Props) {
  const { draft, record, onChange } = props;
  if (!mayBeHeldThere(props)) return <p className="hint">{WATCHED_HERE}</p>;
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.isHeldThere}
          onChange={(event) => onChange({ isHeldThere: event.target.checked })}
        />
        {TICKET.holdsTheStop(record.name)}
      </label>
      <p className="hint">{draft.isHeldThere ? HELD_THERE : WATCHED_HERE}</p>
    </>
  );
}

function ExitLines({ market, account, draft, price }: Props) {
  const { data } = useQuery(balanceQuery(account.account_id));
  const figures = exitFigures(draft, market, price);
  if (figures === null || (figures.atStop === null && figures.atTargets === null)) return null;
  const held = (currency: string): number =>
    Number(data?.data.find((of) => of.currency === currency)?.total ?? 0);
  const inBase = market.contract === null ? held(market.base) * Number(price ?? 0) : 0;
  const worth = data === undefined ? 0 : held(figures.currency) + inBase;
  const share = (money: number): string =>
    worth > 0 ? TICKET.ofTheAccount(formatPriceNumber((Math.abs(money) / worth) * 100, 1)) : '';
  const line = (name: string, money: number | null) =>
    money === null ? null : (
      <div>
        <dt>{name}</dt>
        <dd className={`number right ${money < 0 ? 'fall' : 'rise'}`}>
          {formatPriceNumber(money, 2)} {figures.currency}
          <div className="faint">{share(money)}</div>
        </dd>
      </div>
    );
  return (
    <dl className="ticket-estimate" aria-label={TICKET.riskAndGain}>
      {line(draft.isTrailing ? TICKET.atTheStopWhere : TICKET.atTheStop, figures.atStop)}
      {line(
        draft.secondTarget === '' ? TICKET.atTheTarget : TICKET.atBothTargets,
        figures.atTargets,
      )}
      {figures.ratio === null ? null : (
        <div>
          <dt>{TICKET.gainForEachAt(figures.currency)}</dt>
          <dd className="number">{formatPriceNumber(figures.ratio, 2)}</dd>
        </div>
      )}
    </dl>
  );
}
