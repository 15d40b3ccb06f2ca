// Events of a user, as the log of events has them: the fields of each shape of the catalogue.
// An event is a fact that was committed; it never changes and is never taken back.

import type { Decimal } from '#lib/decimal.ts';
import type { EventShape, EventTypeOf } from '#domain/event-log/event-catalogue.ts';
import { EVENT_CATALOGUE } from '#domain/event-log/event-catalogue.ts';
import type { LabStatus } from '#domain/lab/lab-state.ts';
import type { OrderSide, OrderState, OrderType } from '#venue-port/order/order.ts';
import type { Stopper } from '#domain/risk/stopper.ts';
import type { Direction } from '#domain/position/position.ts';

/** An order as it was when the event happened. */
export type OrderOfEvent = {
  readonly orderId: string;
  readonly accountId: string;
  readonly botId: string | null;
  readonly marketTag: string | null;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly filledAmount: Decimal;
};

export type OrderChange = OrderOfEvent & {
  readonly state: OrderState;
  readonly reason: string | null;
};

/** `addedAmount` is what was filled since the event before, `filledAmount` all of it. */
export type FillOfOrder = OrderOfEvent & { readonly addedAmount: Decimal };

/** A bot as it was when it started or stopped, or as it is since it was updated. */
export type BotChange = {
  readonly botId: string;
  readonly name: string;
  readonly accountId: string;
  readonly marketTag: string | null;
  /** Why it stopped; null when it was started or updated, or stopped by hand. */
  readonly reason: string | null;
  /** Null when it was started or updated, and in events of earlier releases. */
  readonly stoppedBy: Stopper | null;
};

/** The newest line that a bot wrote at once with others. */
export type LoggedLine = {
  readonly botId: string;
  readonly severity: string;
  readonly message: string;
};

/** Services that scripts send texts to by name. */
export const NOTICE_SERVICES = ['telegram', 'discord', 'slack'] as const;
export type NoticeService = (typeof NOTICE_SERVICES)[number];

/** A text that a bot's script sends to its owner. */
export type BotNotice = {
  readonly botId: string;
  /** Where it is to arrive; null: wherever its owner wants. */
  readonly service: NoticeService | null;
  readonly title: string | null;
  readonly message: string;
};

/** The same, as the run of the bot has it. */
export type RunNotice = Omit<BotNotice, 'botId'>;

/** A signal that waits in a bot's inbox. */
export type ReceivedSignal = {
  readonly botId: string;
  readonly action: string;
  /** By which it is found in the trace; null: it was received by an earlier release. */
  readonly signalId: string | null;
};

/** A signal that a bot got and does not listen to, or one of a partner that no bot got. */
export type UnheardSignal = {
  readonly botId: string | null;
  /** Null: no bot got it. */
  readonly signalId: string | null;
  /** Of one that no bot got; null: `botId` got it. */
  readonly signalToken: string | null;
  readonly reason: string;
  /** Of the bot or the token, since the event before: a minute has one event. */
  readonly signalsCount: number;
};

export type PositionChange = {
  readonly positionId: string;
  readonly accountId: string;
  readonly marketTag: string;
  readonly direction: Direction;
};

export type BalanceChange = { readonly accountId: string };

export type BacktestChange = {
  readonly backtestId: string;
  readonly marketTag: string;
  /** What it did last. */
  readonly phase: string;
  /** From 0 to 1. */
  readonly doneShare: number;
  /** Why it failed; null otherwise. */
  readonly reason: string | null;
};

export type LabChange = {
  readonly labId: string;
  readonly name: string;
  readonly status: LabStatus;
  readonly completedCount: number;
  readonly scheduledCount: number;
  /** Why it was cancelled; null otherwise. */
  readonly reason: string | null;
};

/** Credentials that worked and are refused. */
export type RefusedCredentials = {
  readonly accountId: string;
  readonly exchange: string;
  readonly reason: string;
};

/** An exchange that responds badly, or does again. */
export type ExchangeChange = {
  readonly exchange: string;
  /** `open`: it responds; `degraded`: slowly, or to a part of the requests; `down`: to none. */
  readonly health: 'open' | 'degraded' | 'down';
};

export type CreatedAccess = {
  /** `hook`, `webhook`, or the kind of a channel. */
  readonly kind: string;
  /** Of a hook its signal, of a webhook its address. */
  readonly name: string;
};

export type DisabledWebhook = {
  readonly webhookId: string;
  readonly url: string;
  readonly reason: string;
};

/** A channel of notifications that failed for long, or is gone. */
export type DisabledChannel = {
  readonly channelId: string;
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
};

/** A stream that was ended without its reader having heard why. */
export type CutStream = {
  /** By which it was opened: a key, or a session. */
  readonly keyId: string;
  /** Without its query. */
  readonly path: string;
  readonly reason: string;
};

/** Data of each shape of the catalogue. */
export type DataOfShape = {
  readonly access: CreatedAccess;
  readonly backtest: BacktestChange;
  readonly balance: BalanceChange;
  readonly bot: BotChange;
  readonly channel: DisabledChannel;
  readonly credentials: RefusedCredentials;
  readonly exchange: ExchangeChange;
  readonly fill: FillOfOrder;
  readonly lab: LabChange;
  readonly line: LoggedLine;
  readonly notice: BotNotice;
  readonly order: OrderChange;
  readonly position: PositionChange;
  readonly signal: ReceivedSignal;
  readonly stream: CutStream;
  readonly unheard: UnheardSignal;
  readonly webhook: DisabledWebhook;
};

export type ContentOf<Shape extends EventShape> = {
  readonly type: EventTypeOf<Shape>;
  readonly data: DataOfShape[Shape];
};

export type EventContent = { [Shape in EventShape]: ContentOf<Shape> }[EventShape];

/** A function of the data for each shape. */
export type ByShape<Result> = {
  readonly [Shape in EventShape]: (data: DataOfShape[Shape]) => Result;
};

/** What the function of the event's shape makes of its data. */
export function byShape<Result>(functions: ByShape<Result>, event: EventContent): Result {
  const make = functions[EVENT_CATALOGUE[event.type].shape] as (
    data: EventContent['data'],
  ) => Result;
  return make(event.data);
}

/** An event before it has its number. */
export type NewEvent = EventContent & {
  /** Of what it happened to. Events of one object are numbered in the order of their changes. */
  readonly objectId: string;
  readonly atMs: number;
};

/** Numbered for its user from 1, without gaps. */
export type LoggedEvent = NewEvent & {
  readonly sequence: number;
  /** In the log of a partner: the end user to whom it happened. */
  readonly endUserId?: string;
};
