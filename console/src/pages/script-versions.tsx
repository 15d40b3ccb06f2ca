// Earlier texts of a script: what each changed, and the way back to it.

import type { ScriptVersion } from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { lazy, Suspense, useState } from 'react';
import { scriptVersionQuery, scriptVersionsQuery } from '../api/script-queries.ts';
import { Button } from '../parts/button.tsx';
import { Loaded, Loading, whatKeeps } from '../parts/states.tsx';
import { Segments, Time } from '../parts/widgets.tsx';
import { SCRIPTS } from '../words/scripts.ts';

type DifferenceProps = { readonly before: string; readonly after: string };

const TextDifference = lazy(async () => {
  const { Difference: view } = await import('../editor/difference.tsx');
  return { default: view };
});

type Props = {
  readonly scriptId: string;
  /** As it stands in the editor. */
  readonly source: string;
  readonly onTake: (source: string) => void;
  /** How two texts differ; usually line by line. */
  readonly difference?: ComponentType<DifferenceProps>;
};

export function ScriptVersions({ scriptId, source, onTake, difference }: Props) {
  const versions = useQuery(scriptVersionsQuery(scriptId));
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <Loaded query={versions} lines={6}>
      {({ data }) => {
        const shown = chosen ?? data[0]?.version ?? null;
        return (
          <div className="versions">
            <ul className="version-list" aria-label={SCRIPTS.versions}>
              {data.map((of) => (
                <li key={of.version}>
                  <button
                    type="button"
                    className="version"
                    aria-pressed={of.version === shown}
                    onClick={() => setChosen(of.version)}
                  >
                    <b>{of.version}</b>
                    <Time at={of.saved_at} />
                    {of.is_valid ? null : (
                      <span className="tag tag-fall">{SCRIPTS.mistakesWithin}</span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
            {shown === null ? null : (
              <Shown
                key={shown}
                scriptId={scriptId}
                version={shown}
                all={data}
                source={source}
                onTake={onTake}
                {...(difference === undefined ? {} : { difference })}
              />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

type ShownProps = Props & { readonly version: number; readonly all: readonly ScriptVersion[] };

function Shown(props: ShownProps) {
  const { scriptId, version, all, source, onTake, difference } = props;
  const Difference = difference ?? TextDifference;
  const before = all.find((of) => of.version < version)?.version ?? null;
  const [against, setAgainst] = useState<'before' | 'now'>(before === null ? 'now' : 'before');
  const own = useQuery(scriptVersionQuery(scriptId, version));
  const former = useQuery({
    ...scriptVersionQuery(scriptId, before ?? version),
    enabled: before !== null,
  });
  const text = own.data?.source;
  const held = whatKeeps(before === null ? [own] : [own, former], { lines: 8 });
  const left = against === 'now' ? text : (former.data?.source ?? '');
  const right = against === 'now' ? source : text;
  return (
    <div className="version-shown">
      <div className="version-head">
        <Segments
          label={SCRIPTS.comparedWith}
          value={against}
          choices={[
            ['before', SCRIPTS.whatItChanged],
            ['now', difference === undefined ? SCRIPTS.toTheTextNow : SCRIPTS.toTheScriptNow],
          ]}
          onChange={setAgainst}
        />
        <Button
          isSmall
          isDisabled={text === undefined || text === source}
          onPress={() => onTake(text ?? source)}
        >
          {SCRIPTS.restoreThisVersion}
        </Button>
      </div>
      {held !== null || left === undefined || right === undefined ? (
        held
      ) : left === right ? (
        <p className="panel-body hint">{SCRIPTS.noDifferences}</p>
      ) : (
        <Suspense fallback={<Loading lines={8} />}>
          <Difference before={left} after={right} />
        </Suspense>
      )}
    </div>
  );
}
