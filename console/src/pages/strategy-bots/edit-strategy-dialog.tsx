// Changes settings of a bot. While it runs, only those that may change then.

import type { PartnerStrategy } from '@tidemill/client';
import type { QueryKey } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { useMemo, useState } from 'react';
import type { StrategyConfig } from '../../api/strategy-queries.ts';
import { Button } from '../../parts/button.tsx';
import { DialogFrame } from '../../parts/confirm.tsx';
import { useMarket } from '../../parts/market-name.ts';
import { Wrong } from '../../parts/notice.tsx';
import { changesOf, shownSettings, wrongsIn } from './chosen-settings.ts';
import { rangeLines } from './range-handles.ts';
import { SettingFields } from './setting-fields.tsx';
import { SettingsChart } from './settings-chart.tsx';
import { STRATEGIES } from '../../words/strategies.ts';

type Props = {
  readonly name: string;
  readonly isRunning: boolean;
  readonly config: StrategyConfig;
  /** Where its market is; undefined while it is not known. */
  readonly exchange: string | undefined;
  readonly settings: PartnerStrategy['settings'];
  readonly save: (changes: StrategyConfig) => Promise<unknown>;
  /** What is read anew afterwards. */
  readonly staleKey: QueryKey;
  readonly onClose: () => void;
};

export function EditStrategyDialog(props: Props) {
  const { name, isRunning, config, save, staleKey, onClose } = props;
  const settings = props.settings.filter(({ editable }) => editable || !isRunning);
  const [before] = useState(() => shownSettings(settings, config));
  const [chosen, setChosen] = useState(before);
  const changes = changesOf(before, chosen);
  const marketTag = config['market_tag'];
  const market = useMarket(typeof marketTag === 'string' ? marketTag : null, props.exchange);
  const lines = useMemo(() => rangeLines(chosen), [chosen]);
  const hasRange = market !== null && rangeLines(before).length > 0;
  const client = useQueryClient();
  const edit = useMutation({
    mutationFn: () => save(changes),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: staleKey });
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    edit.mutate();
  };
  return (
    <DialogFrame title={STRATEGIES.edit(name)} look={hasRange ? 'wide' : 'plain'} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Wrong error={edit.error} />
        <p className="soft">
          {isRunning ? STRATEGIES.itRunsItsOrders : STRATEGIES.theChangesHoldFrom}
        </p>
        {hasRange ? (
          <SettingsChart
            market={market}
            settings={settings}
            chosen={chosen}
            lines={lines}
            onPrice={(key, price) => setChosen((shown) => ({ ...shown, [key]: price }))}
          />
        ) : null}
        <SettingFields
          settings={settings}
          chosen={chosen}
          wrongs={wrongsIn(edit.error)}
          onChange={setChosen}
        />
        <div className="dialog-foot">
          <Button onPress={onClose}>{STRATEGIES.cancel}</Button>
          <Button
            look="main"
            type="submit"
            isDisabled={edit.isPending || Object.keys(changes).length === 0}
          >
            {STRATEGIES.saveTheChanges}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
