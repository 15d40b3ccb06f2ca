// The orders of a bot and of its backtest side by side: those that differ most, and folded away the
// others that differ, and those that are equal. On a phone each pair is a card of its own.

import type { ComparedOrder, ComparedOrders, ComparisonReport } from '@tidemill/client';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { fixedNumber, formatDecimal, formatFixed } from '../parts/format.ts';
import { compareDecimals } from '../parts/steps.ts';
import { TallTable } from '../parts/tall-table.tsx';
import { Gain, Time } from '../parts/widgets.tsx';
import { CAUSES, isEqual, isNothing, splitByWeight, wholeOf } from './causes.ts';
import { formatCount } from '../parts/format-amount.ts';
import { withinSentence } from '../words/language.ts';
import { COMPARISON } from '../words/comparison.ts';

/** Of those that differ. */
const OPEN_MAX = 25;
/** More are shown on request. */
const ROWS_STEP = 200;
/** A difference of one order is small beside a profit. */
const MONEY_DECIMALS = 4;

type Props = {
  readonly of: ComparisonReport;
  readonly currency: string;
  readonly priceDecimals: number | null;
};

export function ComparedPairs({ of: { pairs }, ...shown }: Props) {
  const differing = pairs.filter((pair) => !isEqual(pair));
  const equal = pairs.filter(isEqual);
  const [most, less] = splitByWeight(differing, OPEN_MAX);
  if (pairs.length === 0) return <p className="panel-body hint">{COMPARISON.neitherTheBotNor}</p>;
  return (
    <>
      {most.length === 0 ? (
        <p className="panel-body hint">{COMPARISON.noOrderOfThe}</p>
      ) : (
        <Pairs label={COMPARISON.ordersThatDifferMost} pairs={most} {...shown} />
      )}
      <Folded
        pairs={less}
        name={[COMPARISON.orderThatDiffersLess, COMPARISON.ordersThatDifferLess]}
        {...shown}
      />
      <Folded pairs={equal} name={[COMPARISON.equalOrder, COMPARISON.equalOrders]} {...shown} />
    </>
  );
}

type ShownProps = Omit<Props, 'of'>;

type FoldedProps = ShownProps & {
  readonly pairs: readonly ComparedOrders[];
  readonly name: readonly [one: string, many: string];
};

/** Drawn once it is opened. */
function Folded({ pairs, name: [one, many], ...shown }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (pairs.length === 0) return null;
  const text = pairs.length === 1 ? one : many;
  return (
    <details className="fold panel-fold" onToggle={({ currentTarget: of }) => setIsOpen(of.open)}>
      <summary>
        {formatCount(pairs.length)} {text}
      </summary>
      {isOpen ? <Pairs label={COMPARISON.ordersTitle(many)} pairs={pairs} {...shown} /> : null}
    </details>
  );
}

type PairsProps = ShownProps & {
  readonly label: string;
  readonly pairs: readonly ComparedOrders[];
};

function Pairs({ label, pairs, currency, priceDecimals }: PairsProps) {
  const [count, setCount] = useState(ROWS_STEP);
  const left = pairs.length - count;
  return (
    <>
      <TallTable label={label}>
        <thead className="cards-head">
          <tr>
            <th>{COMPARISON.placed}</th>
            <th>{COMPARISON.order}</th>
            <th className="right">{COMPARISON.botFilled}</th>
            <th className="right">{COMPARISON.backtestFilled}</th>
            <th className="right">{COMPARISON.laterBy}</th>
            <th className="right">{COMPARISON.differenceTitle(currency)}</th>
            <th>{COMPARISON.byCause}</th>
          </tr>
        </thead>
        <tbody className="cards">
          {pairs.slice(0, count).map((pair, index) => (
            <Pair key={index} pair={pair} priceDecimals={priceDecimals} />
          ))}
        </tbody>
      </TallTable>
      {left > 0 ? (
        <p className="log-more">
          <Button isSmall onPress={() => setCount(count + ROWS_STEP)}>
            {COMPARISON.show} {Math.min(left, ROWS_STEP)} {COMPARISON.more}
          </Button>
        </p>
      ) : null}
    </>
  );
}

type PairProps = Pick<Props, 'priceDecimals'> & { readonly pair: ComparedOrders };

function Pair({ pair, priceDecimals }: PairProps) {
  const { live, backtest, delay_ms: delayMs, effects } = pair;
  const order = live ?? backtest;
  if (order === null) return null;
  return (
    <tr>
      <td>
        <Time at={order.placed_at} />
      </td>
      <td>
        <span className={order.side === 'buy' ? 'rise' : 'fall'}>{order.side}</span>{' '}
        {order.type.replaceAll('_', ' ')}
      </td>
      <td className="right" data-name="Bot filled">
        <Fill of={live} priceDecimals={priceDecimals} />
      </td>
      <td className="right" data-name="Backtest filled">
        <Fill of={backtest} priceDecimals={priceDecimals} />
      </td>
      <td className="right soft" data-name="Later by">
        {lateText(delayMs)}
      </td>
      <td className="right" data-name="Difference">
        <Gain value={wholeOf(effects)} decimals={MONEY_DECIMALS} />
      </td>
      <td data-name="By cause">
        <ByCause pair={pair} />
      </td>
    </tr>
  );
}

function lateText(delayMs: number | null): string {
  if (delayMs === null) return '–';
  const seconds = delayMs / 1_000;
  return Math.abs(seconds) < 60
    ? `${fixedNumber(seconds, 1)} s`
    : COMPARISON.min(fixedNumber(seconds / 60, 1));
}

type FillProps = Pick<Props, 'priceDecimals'> & { readonly of: ComparedOrder | null };

function Fill({ of, priceDecimals }: FillProps) {
  if (of === null) return <span className="faint">{COMPARISON.notPlaced}</span>;
  if (isNothing(of.filled_amount)) return <span className="faint">{COMPARISON.notFilled}</span>;
  const isPart = compareDecimals(of.filled_amount, of.amount) < 0;
  const price =
    priceDecimals === null
      ? formatDecimal(of.average_price)
      : formatFixed(of.average_price, priceDecimals);
  return (
    <div>
      {formatDecimal(of.filled_amount)}
      {isPart ? (
        <span className="warn-text"> {COMPARISON.ofWithin(formatDecimal(of.amount))}</span>
      ) : null}{' '}
      {COMPARISON.at(price)}
      <span className="hint pair-fee">
        {COMPARISON.feeWithin(formatDecimal(of.fees, MONEY_DECIMALS))}
      </span>
    </div>
  );
}

function ByCause({ pair: { live, backtest, effects } }: { readonly pair: ComparedOrders }) {
  const causes = CAUSES.filter(([cause]) => !isNothing(effects[cause]));
  const reasons = [
    [COMPARISON.bot, live?.reason],
    [COMPARISON.backtest, backtest?.reason],
  ] as const;
  return (
    <div>
      {causes.length === 0 ? <span className="faint">{COMPARISON.equal}</span> : null}
      <span className="pair-causes">
        {causes.map(([cause, name]) => (
          <span key={cause} className="pair-cause">
            {withinSentence(name)} <Gain value={effects[cause]} decimals={MONEY_DECIMALS} />
          </span>
        ))}
      </span>
      {reasons.map(([side, reason]) =>
        reason ? (
          <span key={side} className="hint pair-reason">
            {side}: {reason}
          </span>
        ) : null,
      )}
    </div>
  );
}
