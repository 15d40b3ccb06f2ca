// Facts of markets, as a script asks for them. A null tag means the bot's own trade market.

export type MarketFacts = {
  readonly marketTag: string;
  readonly exchange: string;
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  /** Empty on spot. */
  readonly contractName: string;
  readonly marketType: 'spot' | 'futures';
  readonly contractType: 'vanilla' | 'inverse' | 'quanto' | null;
  /** Value of one contract; 1 on spot. */
  readonly contractValue: number;
  readonly makerFeePercent: number;
  readonly takerFeePercent: number;
  readonly priceStep: number;
  readonly amountStep: number;
  readonly priceDecimals: number;
  readonly amountDecimals: number;
  readonly minAmount: number;
  readonly minVolume: number;
  /** Currency in which profit is counted. */
  readonly profitCurrency: string;
  readonly maxLeverage: number;
  readonly isOpen: boolean;
};

export type MarketApi = {
  /** Null: there is no such market. */
  facts(marketTag: string | null): MarketFacts | null;
  /** Markets of the bot's account, or of an exchange; tags in order. */
  list(exchange: string | null): readonly string[];
  /** On the step towards the passive side; `side` null: to the nearest step. */
  roundPrice(marketTag: string | null, price: number, side: 'buy' | 'sell' | null): number;
  /** Down to the step. */
  roundAmount(marketTag: string | null, amount: number): number;
};
