// Orders of whatever state, with a way to cancel those that work where that is wanted.

import type { KnownOrder, Order } from '@tidemill/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { Button } from './button.tsx';
import { DataTable } from './data-table.tsx';
import { formatDecimal } from './format.ts';
import { usePriceFormat } from './market-name.ts';
import { explain } from './states.tsx';
import { Time } from './widgets.tsx';
import { CONTROLS } from '../words/controls.ts';
import { served } from '../words/served.ts';

type OfAccount = 'account_id' | 'is_paper';
type ListedOrder = Omit<Order, OfAccount> | Omit<KnownOrder, OfAccount>;

type Props = {
  readonly orders: readonly ListedOrder[];
  readonly isCancellable?: boolean;
  /** Where its markets are; left out: not known. */
  readonly exchange?: string | undefined;
  /** Where a page has two. */
  readonly label?: string;
  /** Instead of the operation for one's own orders. */
  readonly onCancel?: (orderId: string) => Promise<unknown>;
};

export function OrderTable(props: Props) {
  const { orders, isCancellable = false, label = CONTROLS.orders, onCancel } = props;
  const priceOf = usePriceFormat([props.exchange]);
  return (
    <DataTable label={label} isTall rows={orders} keyOf={(order) => order.order_id}>
      {(column) => [
        column(CONTROLS.order, '', (order) => (
          <>
            <span className={order.side === 'buy' ? 'rise' : 'fall'}>
              {order.side === 'buy' ? CONTROLS.buy : CONTROLS.sell}
            </span>{' '}
            {served(order.type.replaceAll('_', ' '))}
            <div className="faint">{order.market_tag}</div>
            <div className="narrow-only faint">
              <Time at={order.placed_at} />
            </div>
          </>
        )),
        column(CONTROLS.price, 'right', (order) => (
          <>
            {/[1-9]/.test(order.price) ? priceOf(order.market_tag, order.price) : CONTROLS.market}
            {order.trigger_price === null ? null : (
              <div className="faint">
                {CONTROLS.at(priceOf(order.market_tag, order.trigger_price))}
              </div>
            )}
            <OrderHolder order={order} />
            <div className="narrow-only">
              <Filled order={order} />
            </div>
          </>
        )),
        column(CONTROLS.filled, 'right wide-only', (order) => <Filled order={order} />),
        column(CONTROLS.placed, 'right wide-only soft', (order) => <Time at={order.placed_at} />),
        column(
          isCancellable ? <span className="unseen">{CONTROLS.actions}</span> : CONTROLS.state,
          'right',
          (order) =>
            isCancellable ? (
              <CancelOrder
                orderId={order.order_id}
                {...(onCancel === undefined ? {} : { onCancel })}
              />
            ) : (
              <OrderStatus order={order} />
            ),
        ),
      ]}
    </DataTable>
  );
}

const WORKING: ReadonlySet<string> = new Set(['pending', 'open', 'unknown', 'lost']);

type HeldOrder = Pick<KnownOrder, 'status' | 'held_by' | 'type'>;

/** Where an order that works and has a trigger is held. */
export function OrderHolder({ order }: { readonly order: HeldOrder }) {
  const isPlain = order.type === 'limit' || order.type === 'market';
  if (isPlain || !WORKING.has(order.status)) return null;
  return order.held_by === 'exchange' ? (
    <div className="faint">{CONTROLS.heldByTheExchange}</div>
  ) : (
    <div className="faint">{CONTROLS.heldByTidemillNot}</div>
  );
}

function Filled({ order }: { readonly order: ListedOrder }) {
  return (
    <>
      {formatDecimal(order.filled_amount)}{' '}
      <span className="faint">{CONTROLS.of(formatDecimal(order.amount))}</span>
    </>
  );
}

const LOOKS: Readonly<Record<string, string>> = {
  filled: 'tag tag-rise',
  open: 'tag tag-accent',
  rejected: 'tag tag-fall',
  unplaced: 'tag tag-warn',
  unknown: 'tag tag-warn',
  lost: 'tag tag-warn',
};

/** Status of an order as a tag, with its reason as a title. */
export function OrderStatus({ order }: { readonly order: ListedOrder }) {
  const reason = 'reason' in order ? order.reason : null;
  return (
    <span className={LOOKS[order.status] ?? 'tag'} title={reason ?? undefined}>
      {served(order.status)}
    </span>
  );
}

type CancelProps = Pick<Props, 'onCancel'> & { readonly orderId: string };

const cancelOwn = (orderId: string) => api.cancelOrder({ order_id: orderId });

/** Button that cancels an order, and the refusal below it. */
export function CancelOrder({ orderId, onCancel = cancelOwn }: CancelProps) {
  const cancel = useMutation({ mutationFn: () => onCancel(orderId) });
  return (
    <>
      <Button isSmall isDisabled={cancel.isPending} onPress={() => cancel.mutate()}>
        {cancel.isPending ? CONTROLS.cancelling : CONTROLS.cancelOrder}
      </Button>
      {cancel.isError ? (
        <div className="wrong" role="alert">
          {explain(cancel.error)}
        </div>
      ) : null}
    </>
  );
}
