// The state of the installation, for its owners: processes, queues, exchanges, database, and what
// was slow.

import type { Exchange, Installation, ServiceProcess, SlowRequest } from '@tidemill/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { exchangesQuery } from '../api/queries.ts';
import { DataTable } from '../parts/data-table.tsx';
import { formatBytes, formatCount, formatSpan } from '../parts/format-amount.ts';
import { Empty, Loaded } from '../parts/states.tsx';
import { Figure, Panel, Time } from '../parts/widgets.tsx';
import { PartnersPanel } from './partners-panel.tsx';
import { ProcessFigures } from './process-figures.tsx';
import { OPERATOR } from '../words/operator.ts';
import { fixedNumber } from '../parts/format.ts';

const REFRESH_MS = 10_000;

const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => api.getInstallation({}, { signal }),
  refetchInterval: REFRESH_MS,
});

export function OperatorPage() {
  const installation = useQuery(installationQuery);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{OPERATOR.operator}</h1>
          <p>{OPERATOR.theInstallationAsA}</p>
        </div>
      </header>
      <Loaded query={installation} lines={10}>
        {(of) => (
          <>
            <Overview of={of} />
            <Processes processes={of.processes} />
            <PartnersPanel />
            <div className="grid-2">
              <Queues queues={of.queues} />
              <Exchanges />
            </div>
            <div className="grid-2">
              <Database database={of.database} />
              <SlowRequests requests={of.slow_requests} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Overview({ of }: { readonly of: Installation }) {
  const versions = [...new Set(of.processes.map(({ version }) => version))];
  const silentCount = of.processes.filter((process) => process.is_silent).length;
  const { database } = of;
  const waiting = of.queues.reduce((sum, queue) => sum + queue.waiting_count, 0);
  return (
    <section className="panel" aria-label={OPERATOR.overview}>
      <dl className="figures">
        <Figure label={versions.length > 1 ? OPERATOR.versions : OPERATOR.version}>
          {versions.join(', ')}
        </Figure>
        <Figure label={OPERATOR.processes}>
          {of.processes.length}
          {silentCount > 0 ? (
            <span className="unit fall"> {OPERATOR.silent(silentCount)}</span>
          ) : null}
        </Figure>
        <Figure label={OPERATOR.jobsWaiting}>{waiting}</Figure>
        <Figure label={OPERATOR.database}>
          {formatBytes(database.size_bytes)}
          <span className="unit">
            {' '}
            {OPERATOR.ofConnections(database.connections, database.connections_max)}
          </span>
        </Figure>
      </dl>
    </section>
  );
}

const ROLES = {
  api: 'API',
  worker: OPERATOR.backtestsAndLabs,
  bots: OPERATOR.bots,
  venues: OPERATOR.exchanges,
} as const;

function Processes({ processes }: { readonly processes: readonly ServiceProcess[] }) {
  return (
    <Panel title={OPERATOR.processes}>
      <DataTable rows={processes} keyOf={(process) => process.process_id}>
        {(column) => [
          column(OPERATOR.process, '', (process) => (
            <>
              {ROLES[process.role]}
              <ProcessFigures figures={process.figures} title={ROLES[process.role]} />
            </>
          )),
          column(OPERATOR.machine, 'wide-only soft', (process) => (
            <>
              {process.host}
              <div className="faint">{OPERATOR.processWithin(process.os_process_id)}</div>
            </>
          )),
          column(OPERATOR.memory, 'right', (process) => formatBytes(process.resident_bytes)),
          column(OPERATOR.delay, 'right wide-only', (process) =>
            OPERATOR.ms(process.loop_delay_ms),
          ),
          column(OPERATOR.runningFor, 'right wide-only soft', (process) =>
            formatSpan(process.started_at),
          ),
          column(OPERATOR.state, 'right', (process) =>
            process.is_silent ? (
              <>
                <span className="tag tag-fall">{OPERATOR.silentTitle}</span>
                <div className="faint">
                  {OPERATOR.since} <Time at={process.seen_at} ago />
                </div>
              </>
            ) : (
              <span className="tag tag-rise">{OPERATOR.running}</span>
            ),
          ),
        ]}
      </DataTable>
    </Panel>
  );
}

const QUEUES: { readonly [queue: string]: string } = {
  backtest: OPERATOR.backtests,
  lab_plan: OPERATOR.plansOfLabs,
  lab_slice: OPERATOR.slicesOfLabs,
};

function Queues({ queues }: { readonly queues: Installation['queues'] }) {
  return (
    <Panel title={OPERATOR.queues}>
      <DataTable rows={queues} keyOf={(queue) => queue.queue}>
        {(column) => [
          column(OPERATOR.queue, '', (queue) => QUEUES[queue.queue] ?? queue.queue),
          column(OPERATOR.waiting, 'right', (queue) => formatCount(queue.waiting_count)),
          column(OPERATOR.running, 'right', (queue) => formatCount(queue.running_count)),
          column(OPERATOR.oldest, 'right soft', (queue) =>
            queue.waiting_count === 0 ? '–' : `${Math.round(queue.oldest_seconds)} s`,
          ),
        ]}
      </DataTable>
    </Panel>
  );
}

function Exchanges() {
  const exchanges = useQuery({ ...exchangesQuery, refetchInterval: 3 * REFRESH_MS });
  return (
    <Panel title={OPERATOR.exchanges}>
      <Loaded query={exchanges}>
        {({ data }) => (
          <DataTable rows={data} keyOf={(of) => of.exchange}>
            {(column) => [
              column(OPERATOR.exchange, '', (of) => of.name),
              column(OPERATOR.markets, 'right', (of) => formatCount(of.markets_count)),
              column(OPERATOR.state, 'right', (of) => <ExchangeState exchange={of} />),
            ]}
          </DataTable>
        )}
      </Loaded>
    </Panel>
  );
}

function ExchangeState({ exchange }: { readonly exchange: Exchange }) {
  if (exchange.is_open) return <span className="tag tag-rise">{OPERATOR.open}</span>;
  if (exchange.reach === 'unused') return <span className="tag">{OPERATOR.notUsed}</span>;
  if (exchange.reach === 'starting') return <span className="tag">{OPERATOR.connecting}</span>;
  // Where nothing was imported there is nothing to trade.
  if (exchange.markets_count === 0) return <span className="tag">{OPERATOR.noMarkets}</span>;
  if (exchange.reach === 'open') return <span className="tag">{OPERATOR.noOpenMarket}</span>;
  return <span className="tag tag-fall">{OPERATOR.notReached}</span>;
}

function Database({ database }: { readonly database: Installation['database'] }) {
  return (
    <Panel
      title={OPERATOR.largestTables}
      side={<span className="hint">{OPERATOR.postgresql(database.version)}</span>}
    >
      <DataTable isDense rows={database.tables} keyOf={({ table }) => table}>
        {(column) => [
          column(OPERATOR.table, 'mono', ({ table }) => (
            // Names break after words.
            <span className="long-id">{table.replaceAll('_', '_\u200b')}</span>
          )),
          column(OPERATOR.rowsAbout, 'right soft', ({ rows }) => formatCount(rows)),
          column(OPERATOR.size, 'right', ({ bytes }) => formatBytes(bytes)),
        ]}
      </DataTable>
    </Panel>
  );
}

function SlowRequests({ requests }: { readonly requests: readonly SlowRequest[] }) {
  return (
    <Panel title={OPERATOR.slowRequests}>
      {requests.length === 0 ? (
        <Empty title={OPERATOR.noSlowRequests}>{OPERATOR.requestsThatTakeA}</Empty>
      ) : (
        <DataTable isDense rows={requests} keyOf={(of) => of.request_id}>
          {(column) => [
            column(OPERATOR.when, 'soft', ({ at }) => <Time at={at} />),
            column(OPERATOR.request, '', (of) => (
              <span title={OPERATOR.requestTitle(of.request_id)}>
                {of.operation} <span className="faint">{of.status}</span>
              </span>
            )),
            column(OPERATOR.took, 'right', (of) => `${fixedNumber(of.duration_ms / 1_000, 1)} s`),
          ]}
        </DataTable>
      )}
    </Panel>
  );
}
