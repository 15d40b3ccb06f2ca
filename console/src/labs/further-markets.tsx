// Markets beside the first on which a lab runs each set of inputs as well.

import type { Account } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { marketsQuery } from '../api/queries.ts';
import { LABS } from '../words/labs.ts';

type Props = {
  readonly account: Pick<Account, 'exchange' | 'market_type'> | undefined;
  /** The market that is chosen above. */
  readonly first: string;
  readonly chosen: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
};

/** A service takes no more. */
const FURTHER_MAX = 9;

export function FurtherMarkets({ account, first, chosen, onChange }: Props) {
  const exchange = account?.exchange ?? '';
  const { data: all } = useQuery({ ...marketsQuery(exchange), enabled: exchange !== '' });
  const own = all?.find((of) => of.market_tag === first);
  const offered = (all ?? []).filter(
    (of) =>
      of.market_type === account?.market_type &&
      of.is_open &&
      of.quote === own?.quote &&
      of.market_tag !== first,
  );
  const known = chosen.filter((tag) => offered.some((of) => of.market_tag === tag));
  // Another account has other markets, and what is the first is none beside it.
  useEffect(() => {
    if (own !== undefined && known.length < chosen.length) onChange(known);
  }, [own, known, chosen, onChange]);
  const nameOf = (tag: string): string => {
    const market = offered.find((of) => of.market_tag === tag);
    return market === undefined ? tag : `${market.base}/${market.quote}`;
  };
  const rest = offered.filter((of) => !chosen.includes(of.market_tag));
  if (offered.length === 0) return null;
  return (
    <div className="row further">
      <label className="field">
        <span className="label">{LABS.alsoOn}</span>
        <select
          className="input"
          value=""
          disabled={rest.length === 0 || chosen.length >= FURTHER_MAX}
          onChange={({ target }) => {
            if (target.value !== '') onChange([...chosen, target.value]);
          }}
        >
          <option value="">{LABS.addAMarket}</option>
          {rest.map((of) => (
            <option key={of.market_tag} value={of.market_tag}>
              {`${of.base}/${of.quote}`}
            </option>
          ))}
        </select>
      </label>
      {known.map((tag) => (
        <button
          key={tag}
          type="button"
          className="button button-small"
          aria-label={LABS.leaveOut(nameOf(tag))}
          onClick={() => onChange(chosen.filter((of) => of !== tag))}
        >
          {nameOf(tag)} ✕
        </button>
      ))}
      {known.length === 0 ? null : <p className="hint">{LABS.everySetOfInputs}</p>}
    </div>
  );
}
