// The account's wallet, and its positions at the venue, as the bot may see them.

export type CoinBalance = {
  readonly available: number;
  readonly locked: number;
  readonly total: number;
};

export type VenuePositionView = {
  readonly marketTag: string;
  readonly direction: 'long' | 'short';
  readonly amount: number;
  readonly enterPrice: number;
  readonly profit: number;
  readonly roi: number;
};

export type WalletApi = {
  /** Zeros for a currency that the account does not hold. */
  balance(currency: string): CoinBalance;
  /** Null: none is open. */
  position(marketTag: string | null, direction: 'long' | 'short' | null): VenuePositionView | null;
  /**
   * What the bot is worth now, in the profit currency: the wallet's at its start, and all that its
   * positions have brought since and would bring at the last prices.
   */
  equity(): number;
  /** Base amount that could be opened or closed now at this price. */
  maxAmount(
    action: 'enter_long' | 'enter_short' | 'exit_long' | 'exit_short',
    marketTag: string | null,
    price: number,
  ): number;
};
