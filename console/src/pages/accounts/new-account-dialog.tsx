// A new account, step by step: play money or an exchange's key; which exchange; name and money, or
// name and key; then what came of it, with what the key may do.

import type { Account, Exchange } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { exchangesQuery } from '../../api/queries.ts';
import { useGo } from '../../app/use-go.ts';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/states.tsx';
import { KeyForm } from './key-form.tsx';
import { KeyReport } from './key-report.tsx';
import { PaperForm } from './paper-form.tsx';
import { ACCOUNTS } from '../../words/accounts.ts';

type Props = { readonly onClose: () => void };

type Kind = 'paper' | 'real';

export function NewAccountDialog({ onClose }: Props) {
  const [kind, setKind] = useState<Kind | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [made, setMade] = useState<Account | null>(null);
  // One that was out of reach may come while this is open.
  const exchanges = useQuery({ ...exchangesQuery, refetchInterval: 5_000 });
  return (
    <DialogFrame
      title={made === null ? ACCOUNTS.newAccount : made.name}
      look="wide"
      onClose={onClose}
    >
      {made !== null ? (
        <Made account={made} onClose={onClose} />
      ) : kind === null ? (
        <Kinds onChoose={setKind} onClose={onClose} />
      ) : (
        <Loaded query={exchanges} lines={4}>
          {({ data }) => {
            const chosen = data.find((of) => of.exchange === code);
            const back = (): void => (chosen === undefined ? setKind(null) : setCode(null));
            if (chosen === undefined)
              return <Exchanges kind={kind} exchanges={data} onChoose={setCode} onBack={back} />;
            return kind === 'paper' ? (
              <PaperForm exchange={chosen} onMade={setMade} onBack={back} />
            ) : (
              <KeyForm exchange={chosen} onMade={setMade} onBack={back} />
            );
          }}
        </Loaded>
      )}
    </DialogFrame>
  );
}

const KINDS = [
  ['paper', ACCOUNTS.paperAccount, ACCOUNTS.playMoneyOnThe],
  ['real', ACCOUNTS.realExchange, ACCOUNTS.yourOwnAccountAt],
] as const;

type KindsProps = Props & { readonly onChoose: (kind: Kind) => void };

function Kinds({ onChoose, onClose }: KindsProps) {
  return (
    <>
      <div className="tiles">
        {KINDS.map(([kind, title, text]) => (
          <button key={kind} type="button" className="tile" onClick={() => onChoose(kind)}>
            <strong>{title}</strong>
            <span>{text}</span>
          </button>
        ))}
      </div>
      <div className="dialog-foot">
        <Button onPress={onClose}>{ACCOUNTS.cancel}</Button>
      </div>
    </>
  );
}

type ExchangesProps = {
  readonly kind: Kind;
  readonly exchanges: readonly Exchange[];
  readonly onChoose: (code: string) => void;
  readonly onBack: () => void;
};

/** Of one that is not open. */
const CLOSED: Readonly<Record<Exchange['reach'], string>> = {
  open: ACCOUNTS.hasNoOpenMarket,
  degraded: ACCOUNTS.hasNoOpenMarket,
  down: ACCOUNTS.cannotBeReachedNow,
  starting: 'connecting…',
  unused: '',
};

/** The simulated exchange needs no key, and the archive trades nothing. */
function Exchanges({ kind, exchanges, onChoose, onBack }: ExchangesProps) {
  const shown = exchanges.filter(({ exchange }) => exchange !== 'archive' && exchange !== 'sim');
  return (
    <>
      <p className="soft">
        {kind === 'paper' ? ACCOUNTS.onThePricesOf : ACCOUNTS.whichExchangeIsIt}
      </p>
      <div className="tiles tiles-small">
        {shown.map(
          ({
            exchange,
            name,
            market_types: types,
            is_open: isOpen,
            reach,
            is_test_net: isTest,
          }) => (
            <button
              key={exchange}
              type="button"
              className="tile"
              disabled={!isOpen && reach !== 'unused'}
              onClick={() => onChoose(exchange)}
            >
              <strong>{name}</strong>
              <span>
                {isOpen || reach === 'unused' ? types.join(', ') : CLOSED[reach]}
                {isTest ? ACCOUNTS.testNet : ''}
              </span>
            </button>
          ),
        )}
      </div>
      {shown.some(({ is_open: isOpen, reach }) => isOpen || reach === 'starting') ? null : (
        <p className="notice notice-warn">{ACCOUNTS.noExchangeCanBe}</p>
      )}
      <div className="dialog-foot">
        <Button onPress={onBack}>{ACCOUNTS.back}</Button>
      </div>
    </>
  );
}

type MadeProps = Props & { readonly account: Account };

function Made({ account, onClose }: MadeProps) {
  const go = useGo();
  const open = (): void => {
    onClose();
    void go({
      to: '/accounts/$accountId',
      params: { accountId: account.account_id },
    });
  };
  return (
    <>
      <p className="notice notice-good" role="status">
        {account.is_paper ? ACCOUNTS.thePaperAccountIs : ACCOUNTS.theAccountIsConnected}
        {account.allows_bots ? ACCOUNTS.botsMayTradeOn : ''}
      </p>
      {account.credentials === null ? null : <KeyReport credentials={account.credentials} />}
      {account.allows_bots ? null : (
        <p className="notice notice-warn">{ACCOUNTS.botsMayNotTrade}</p>
      )}
      <div className="dialog-foot">
        <Button look="main" onPress={open}>
          {ACCOUNTS.openTheAccount}
        </Button>
      </div>
    </>
  );
}
