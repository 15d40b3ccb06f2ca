// A bot's settings as its script reads and changes them.

import type { OrderTypeName } from '#engine/run-api/order-api.ts';

export type BotFlag =
  | 'hides_order_settings'
  | 'hides_trade_amount'
  | 'persists_orders'
  | 'hides_container_logs'
  | 'high_speed'
  | 'update_on_filled_orders'
  | 'guarantees_interval';

export type SettingsApi = {
  readonly accountId: string;
  readonly marketTag: string;
  readonly intervalMinutes: number;
  /** Base amount of one managed trade. */
  tradeAmount(): number;
  /** 1 on spot. */
  leverage(): number;
  /** False, with a line in the log, when the market does not allow it. */
  setLeverage(leverage: number): boolean;
  marginMode(): 'cross' | 'isolated';
  setMarginMode(mode: 'cross' | 'isolated'): boolean;
  positionMode(): 'one_way' | 'hedge';
  setPositionMode(mode: 'one_way' | 'hedge'): boolean;
  orderType(): OrderTypeName;
  setOrderType(type: OrderTypeName): void;
  /** Percent of each side; in backtests only. */
  setFeePercent(percent: number, marketTag: string | null): void;
  raise(flag: BotFlag): void;
  has(flag: BotFlag): boolean;
  isPaused(): boolean;
  pause(): void;
  resume(): void;
  /** The run ends after this update. */
  deactivate(reason: string, cancelsOrders: boolean): void;
};
