// What the parts of a key are called at an exchange, and how many it has.

export type KeyWords = {
  readonly key: string;
  readonly secret: string;
  /** The key has a third part. */
  readonly hasPassphrase: boolean;
  /** How the key is made, where it is not made as everywhere. */
  readonly making: string | null;
};

const PLAIN: KeyWords = {
  key: 'API key',
  secret: 'API secret',
  hasPassphrase: false,
  making: null,
};
const WITH_PASSPHRASE: KeyWords = { ...PLAIN, hasPassphrase: true };

const OTHERS: Readonly<Record<string, KeyWords>> = {
  bitget: WITH_PASSPHRASE,
  kucoin: WITH_PASSPHRASE,
  okx: WITH_PASSPHRASE,
  hyperliquid: {
    key: 'Address of the account',
    secret: 'Private key of the API wallet',
    hasPassphrase: false,
    making:
      'The secret is that of an API wallet, never that of the account itself, which may withdraw.',
  },
};

export function keyWords(exchange: string): KeyWords {
  return OTHERS[exchange] ?? PLAIN;
}
