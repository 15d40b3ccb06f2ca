// Data series: numbers of the reader's own that scripts read, imported from files, drawn, deleted.

import type { DataSeries } from '@tidemill/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { seriesListQuery } from '../../api/series-queries.ts';
import { BASE_PATH } from '../../api/base-path.ts';
import { useGo } from '../../app/use-go.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { formatUtc } from '../../parts/format.ts';
import { Empty, explain, Loaded } from '../../parts/states.tsx';
import { Panel } from '../../parts/widgets.tsx';
import { ImportPointsDialog } from './import-points.tsx';
import { SeriesPanel } from './series-panel.tsx';
import { formatCount } from '../../parts/format-amount.ts';
import { SERIES } from '../../words/series.ts';

export function SeriesPage() {
  const list = useQuery(seriesListQuery);
  const { name: chosenName } = useSearch({ from: '/inside/series' });
  const go = useGo({ from: '/series' });
  const [isImporting, setIsImporting] = useState(false);
  const chosen = list.data?.find(({ name }) => name === chosenName);
  const add = (
    <Button look="main" onPress={() => setIsImporting(true)}>
      {SERIES.importPoints}
    </Button>
  );
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{SERIES.dataSeries}</h1>
          <p>
            {SERIES.numbersOfYourOwn}{' '}
            <a href={`${BASE_PATH}/docs/commands#DataSeries`} target="_blank" rel="noreferrer">
              {SERIES.howScriptsReadThem}
            </a>
          </p>
        </div>
        <div className="actions">{add}</div>
      </header>
      <Panel>
        <h2 className="unseen">{SERIES.allDataSeries}</h2>
        <Loaded query={list}>
          {(all) =>
            all.length === 0 ? (
              <Empty title={SERIES.noDataSeriesYet} actions={add}>
                {SERIES.aCsvFileWithAn}
              </Empty>
            ) : (
              <SeriesTable all={all} chosenName={chosenName} />
            )
          }
        </Loaded>
      </Panel>
      {chosen === undefined ? null : <SeriesPanel key={chosen.name} series={chosen} />}
      {isImporting ? (
        <ImportPointsDialog
          begunWith={chosen?.name ?? ''}
          onClose={() => setIsImporting(false)}
          onImported={(name) => {
            setIsImporting(false);
            void go({ search: { name } });
          }}
        />
      ) : null}
    </div>
  );
}

type TableProps = {
  readonly all: readonly DataSeries[];
  readonly chosenName: string | undefined;
};

function SeriesTable({ all, chosenName }: TableProps) {
  const [leaving, setLeaving] = useState<DataSeries | null>(null);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (name: string) => api.deleteDataSeries({ series_name: name }),
    onSettled: () => client.invalidateQueries({ queryKey: seriesListQuery.queryKey }),
  });
  return (
    <>
      {remove.isError ? (
        <p className="wrong" role="alert">
          {explain(remove.error)}
        </p>
      ) : null}
      <DataTable
        rows={all}
        keyOf={({ name }) => name}
        rowProps={({ name }) => ({ 'aria-selected': name === chosenName })}
      >
        {(column) => [
          column(SERIES.name, '', ({ name }) => (
            <Link className="row-link" to="/series" search={{ name }}>
              {name}
            </Link>
          )),
          column(SERIES.points, 'right number', (of) => formatCount(of.points_count)),
          column(SERIES.first, 'wide-only', (of) => instantText(of.first_at)),
          column(SERIES.newest, '', (of) => instantText(of.last_at)),
          column(SERIES.acts, 'acts', (of) => (
            <Button isSmall look="danger" onPress={() => setLeaving(of)}>
              {SERIES.delete}
              <span className="unseen"> {of.name}</span>
            </Button>
          )),
        ]}
      </DataTable>
      {leaving === null ? null : (
        <Confirm
          title={SERIES.deleteTitle(leaving.name)}
          act={SERIES.delete}
          onConfirm={() => remove.mutate(leaving.name)}
          onClose={() => setLeaving(null)}
        >
          {SERIES.itsPointsAreDiscarded(formatCount(leaving.points_count))}
        </Confirm>
      )}
    </>
  );
}

function instantText(at: string | null): string {
  return at === null ? '–' : formatUtc(at);
}
