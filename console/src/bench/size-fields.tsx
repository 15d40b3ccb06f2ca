// Fields of what a trade is worth where its script does not say, of a run or of a bot.

import { DecimalInput } from '../parts/decimal-input.tsx';
import { BACKTESTS } from '../words/backtests.ts';

const NAMES = ['trade_amount', 'trade_amount_percent', 'leverage', 'slippage_percent'] as const;
type Name = (typeof NAMES)[number];
type Settings = { readonly [name in Name]?: string | null | undefined };

type Props<Of extends Settings> = {
  readonly settings: Of;
  readonly onChange: (settings: Of) => void;
  /** Left out: of futures too. */
  readonly isSpot?: boolean;
};

/** Size of a trade, in quote or as a share, and its leverage. */
export function SizeFields<Of extends Settings>({ isSpot = false, ...props }: Props<Of>) {
  return (
    <>
      <SettingField label={BACKTESTS.sizeOfATrade} hint="100" name="trade_amount" {...props} />
      <SettingField
        label={BACKTESTS.orPercentOfThe}
        hint="–"
        name="trade_amount_percent"
        {...props}
      />
      {isSpot ? null : (
        <SettingField label={BACKTESTS.leverage} hint="1" name="leverage" {...props} />
      )}
    </>
  );
}

type FieldProps<Of extends Settings> = Omit<Props<Of>, 'isSpot'> & {
  readonly label: string;
  readonly hint: string;
  readonly name: Name;
};

/** A number among the settings; what is left empty is none of them. */
export function SettingField<Of extends Settings>(props: FieldProps<Of>) {
  const { label, hint, name, settings, onChange } = props;
  const change = (value: string): void => {
    const { [name]: _former, ...rest } = settings;
    onChange((value === '' ? rest : { ...rest, [name]: value }) as Of);
  };
  return (
    <label className="field">
      <span className="label">{label}</span>
      <DecimalInput placeholder={hint} value={settings[name] ?? ''} onChange={change} />
    </label>
  );
}
