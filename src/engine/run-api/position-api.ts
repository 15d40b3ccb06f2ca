// Positions of the bot. Several may be open on one market, each under its own id; at the venue they
// are one. Money is in the market's profit currency.

export type BotPosition = {
  readonly positionId: string;
  readonly marketTag: string;
  readonly direction: 'long' | 'short';
  /** Base amount that is open; zero when closed. */
  readonly amount: number;
  /** The most that was open. */
  readonly amountMax: number;
  /** Average of what entered. */
  readonly enterPrice: number;
  /** Average of what left; zero before. */
  readonly exitPrice: number;
  readonly leverage: number;
  /** Margin in use at entry: value divided by leverage; the value itself on spot. */
  readonly margin: number;
  /** Fees and funding deducted. */
  readonly realizedProfit: number;
  readonly fees: number;
  readonly openedAtMs: number;
  readonly updatedAtMs: number;
  readonly closedAtMs: number | null;
};

/** What is open of a position: its direction, and its base amount. */
export type HeldPosition = Pick<BotPosition, 'direction' | 'amount'>;

export type PositionApi = {
  /** The open position of this id, or of the trade market when null; null when there is none. */
  find(positionId: string | null): BotPosition | null;
  /** Of the same position what is requested most, and cheaper. */
  held(positionId: string | null): HeldPosition | null;
  /** Why what is left of it cannot be traded, where its exit was refused; null: nobody said so. */
  leftReason(positionId: string | null): string | null;
  /** The same; else the one closed last under this id. */
  findWithClosed(positionId: string | null): BotPosition | null;
  openPositions(): readonly BotPosition[];
  /** Newest first, at most 1,000 or `most`; null: any. */
  closed(
    positionId: string | null,
    direction: 'long' | 'short' | null,
    most?: number,
  ): readonly BotPosition[];
  closedCount(): number;
  /** Realised and unrealised profit of the position if it were closed at the price, after fees. */
  profitAt(position: BotPosition, price: number): number;
  /** The same in percent of the used margin. */
  roiAt(position: BotPosition, price: number): number;
  /** Books a position without an order; returns its id. */
  create(position: {
    readonly direction: 'long' | 'short';
    readonly price: number;
    readonly amount: number;
    readonly marketTag: string | null;
    readonly leverage: number | null;
    readonly positionId: string | null;
  }): string;
  /** Adds to it, or takes from it when `amount` is below zero. */
  adjust(positionId: string | null, price: number, amount: number): void;
  close(positionId: string | null, price: number): void;
};
