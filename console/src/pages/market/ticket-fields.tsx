// The fields of the ticket: those that the type of order asks for, with the market's steps and
// minimums said, and what is wrong at the field that it is about.

import type { ExchangeRecord, Market, OrderProblem } from '@tidemill/client';
import { formatDecimal } from '../../parts/format.ts';
import { floorToStep, isPositive } from '../../parts/steps.ts';
import { TextInput } from '../../parts/text-input.tsx';
import type { Draft, OrderType } from './order-types.ts';
import { ORDER_TYPES } from './order-types.ts';
import { TICKET } from '../../words/ticket.ts';

type Props = {
  readonly market: Market;
  readonly record: ExchangeRecord;
  readonly draft: Draft;
  readonly price: string | null;
  /** What is available of what the side spends on spot; null: not known. */
  readonly funds: string | null;
  readonly problems: readonly OrderProblem[];
  readonly onChange: (next: Partial<Draft>) => void;
};

export function TicketFields(props: Props) {
  const { market, record, draft, problems, onChange } = props;
  const of = ORDER_TYPES.find(({ type }) => type === draft.type);
  const wrongAt = (...fields: readonly string[]): string | null =>
    problems.find(({ field }) => fields.includes(field))?.message ?? null;
  const step = TICKET.step(formatDecimal(market.price_step), market.quote);
  return (
    <>
      <SideChoice side={draft.side} onChange={(side) => onChange({ side })} />
      <TypeChoice
        record={record}
        market={market}
        type={draft.type}
        onChange={(type) => onChange({ type })}
      />
      <p className="hint">{of?.meaning}</p>
      {of?.hasTrigger === true ? (
        <TextInput
          label={TICKET.triggerPrice}
          inputMode="decimal"
          unit={market.quote}
          value={draft.trigger}
          onChange={(trigger) => onChange({ trigger })}
          hint={step}
          wrong={wrongAt('trigger_price')}
        />
      ) : null}
      {of?.hasPrice === true ? <PriceField {...props} wrong={wrongAt('price')} /> : null}
      {of?.hasTrail === true ? (
        <div className="row">
          <TextInput
            label={TICKET.distance}
            inputMode="decimal"
            unit={market.quote}
            value={draft.distance}
            onChange={(distance) => onChange({ distance })}
            hint={step}
            wrong={wrongAt('trail_distance')}
          />
          {record.order_support.trail_activation ? (
            <TextInput
              label={TICKET.fromPriceOn}
              inputMode="decimal"
              unit={market.quote}
              value={draft.activation}
              onChange={(activation) => onChange({ activation })}
              hint={TICKET.atOnceIfEmpty}
              wrong={wrongAt('trail_activation_price')}
            />
          ) : null}
        </div>
      ) : null}
      <AmountField {...props} wrong={wrongAt('amount', 'type', 'market_tag')} />
      <Options {...props} wrongAt={wrongAt} />
    </>
  );
}

type SideProps = {
  readonly side: Draft['side'];
  readonly onChange: (side: Draft['side']) => void;
};

function SideChoice({ side, onChange }: SideProps) {
  return (
    <div className="sides" role="group" aria-label={TICKET.side}>
      {(['buy', 'sell'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={`side side-${each}`}
          aria-pressed={side === each}
          onClick={() => onChange(each)}
        >
          {each === 'buy' ? TICKET.buy : TICKET.sell}
        </button>
      ))}
    </div>
  );
}

type TypeProps = {
  readonly record: ExchangeRecord;
  readonly market: Market;
  readonly type: OrderType;
  readonly onChange: (type: OrderType) => void;
};

function TypeChoice({ record, market, type, onChange }: TypeProps) {
  const { types, stop_types: stops } = record.order_support;
  const known: readonly string[] = [...types, ...stops[market.market_type]];
  const missing = ORDER_TYPES.filter((of) => !known.includes(of.type));
  return (
    <label className="field">
      <span className="label">{TICKET.type}</span>
      <select
        className="input"
        value={type}
        onChange={(event) => onChange(event.target.value as OrderType)}
      >
        {ORDER_TYPES.map((of) => (
          <option key={of.type} value={of.type} disabled={!known.includes(of.type)}>
            {of.name}
            {known.includes(of.type) ? '' : TICKET.notAtThisExchange}
          </option>
        ))}
      </select>
      {missing.length > 1 ? (
        <span className="hint">{TICKET.knowsNoStopsHere(record.name)}</span>
      ) : null}
    </label>
  );
}

type FieldProps = Props & { readonly wrong: string | null };

function PriceField({ market, draft, price, onChange, wrong }: FieldProps) {
  return (
    <div className="field-with">
      <TextInput
        label={TICKET.price}
        inputMode="decimal"
        unit={market.quote}
        value={draft.price}
        onChange={(next) => onChange({ price: next })}
        hint={TICKET.step(formatDecimal(market.price_step), market.quote)}
        wrong={wrong}
      />
      <button
        type="button"
        className="field-act"
        disabled={price === null}
        onClick={() => onChange({ price: price ?? '' })}
      >
        {TICKET.lastPrice}
      </button>
    </div>
  );
}

const SHARES = [25, 50, 75, 100] as const;

function AmountField({ market, draft, price, funds, onChange, wrong }: FieldProps) {
  const unit = market.amount_currency ?? 'contracts';
  const least = [
    /[1-9]/.test(market.min_order_amount)
      ? TICKET.atLeast(formatDecimal(market.min_order_amount))
      : null,
    /[1-9]/.test(market.min_order_value)
      ? TICKET.worthAtLeast(formatDecimal(market.min_order_value), market.quote)
      : null,
  ].filter((part) => part !== null);
  const hint = [TICKET.stepTitle(formatDecimal(market.amount_step)), ...least].join(', ');
  const take = (share: number): void => {
    const amount = shareOf(share, { market, draft, price, funds });
    if (amount !== null) onChange({ amount, spend: null });
  };
  const type = (text: string): void => {
    if (draft.spend === null) onChange({ amount: text });
    else onChange({ spend: text, amount: amountFor(text, { market, draft, price }) });
  };
  return (
    <div className="stack-tight">
      <div className="field-with">
        <TextInput
          label={TICKET.amount}
          inputMode="decimal"
          unit={draft.spend === null ? unit : market.quote}
          value={draft.spend ?? draft.amount}
          onChange={type}
          hint={draft.spend === null ? hint : `${formatDecimal(draft.amount || '0')} ${unit}`}
          wrong={wrong}
        />
        {market.contract === null && price !== null ? (
          <button
            type="button"
            className="field-act"
            onClick={() => onChange({ spend: draft.spend === null ? '' : null, amount: '' })}
          >
            {TICKET.in} {draft.spend === null ? market.quote : unit}
          </button>
        ) : null}
      </div>
      <div className="shares" role="group" aria-label={TICKET.shareOfWhatIs}>
        {SHARES.map((share) => (
          <button
            key={share}
            type="button"
            className="share"
            disabled={market.contract !== null || price === null || funds === null}
            onClick={() => take(share)}
          >
            {share} %
          </button>
        ))}
      </div>
    </div>
  );
}

/** Of what is available on spot, down to the step; the fee fits in, too. */
function shareOf(
  share: number,
  { market, draft, price, funds: all }: Pick<Props, 'market' | 'draft' | 'price' | 'funds'>,
): string | null {
  if (all === null) return null;
  const funds = (Number(all) * share) / 100;
  if (draft.side === 'sell') return floorToStep(asText(funds), market.amount_step);
  const each = Number(draft.type === 'limit' && draft.price !== '' ? draft.price : price);
  const cost = Math.max(each, Number(price)) * (1 + Number(market.taker_fee) / 100);
  // Prices move while an order is on its way: the last thousandth stays.
  return floorToStep(asText((funds / cost) * 0.999), market.amount_step);
}

/** What so much quote buys at the price of the order, down to the step; empty: nothing. */
function amountFor(
  spend: string,
  { market, draft, price }: Pick<Props, 'market' | 'draft' | 'price'>,
): string {
  const each = Number(draft.type === 'limit' && draft.price !== '' ? draft.price : price);
  if (!isPositive(spend) || !(each > 0)) return '';
  return floorToStep(asText(Number(spend) / each), market.amount_step);
}

const asText = (value: number): string => value.toFixed(12);

type OptionsProps = Props & { readonly wrongAt: (...fields: readonly string[]) => string | null };

const ENDS = [
  [null, TICKET.untilItFills],
  [1, TICKET.anHour],
  [24, TICKET.aDay],
  [168, TICKET.aWeek],
] as const;

function Options({ market, record, draft, onChange, wrongAt }: OptionsProps) {
  const { order_support: support } = record;
  const { contract } = market;
  return (
    <>
      {contract === null ? null : (
        <TextInput
          label={TICKET.leverage}
          inputMode="decimal"
          unit="×"
          value={draft.leverage}
          onChange={(leverage) => onChange({ leverage })}
          hint={TICKET.toAsTheAccount(
            formatDecimal(contract.lowest_leverage),
            formatDecimal(contract.highest_leverage),
          )}
          wrong={wrongAt('leverage')}
        />
      )}
      <div className="check-row">
        {support.post_only && draft.type === 'limit' ? (
          <Check
            text={TICKET.postOnly}
            title={TICKET.itIsCancelledInstead}
            isOn={draft.isPostOnly}
            onChange={(isPostOnly) => onChange({ isPostOnly })}
          />
        ) : null}
        {support.reduce_only && contract !== null ? (
          <Check
            text={TICKET.reduceOnly}
            title={TICKET.itNeverOpensOr}
            isOn={draft.isReduceOnly}
            onChange={(isReduceOnly) => onChange({ isReduceOnly })}
          />
        ) : null}
        {support.time_outs && draft.type !== 'market' ? (
          <label className="check-end">
            <span className="unseen">{TICKET.endsAfter}</span>
            <select
              className="input input-small"
              value={draft.hours ?? ''}
              onChange={(event) =>
                onChange({ hours: event.target.value === '' ? null : Number(event.target.value) })
              }
            >
              {ENDS.map(([hours, text]) => (
                <option key={text} value={hours ?? ''}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        ) : null}
      </div>
    </>
  );
}

type CheckProps = {
  readonly text: string;
  readonly title: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

function Check({ text, title, isOn, onChange }: CheckProps) {
  return (
    <label className="check" title={title}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {text}
    </label>
  );
}
