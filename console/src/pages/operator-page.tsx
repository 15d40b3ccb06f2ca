// The state of the installation, for its owners: processes, queues, exchanges, database, and what
// was slow.

import type { Exchange, Installation, ServiceProcess, SlowRequest } from '@tidemill/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { exchangesQuery } from '../api/queries.ts';
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
      <div className="scroll">
        <table className="table">
          <thead>
            <tr>
              <th>{OPERATOR.process}</th>
              <th className="wide-only">{OPERATOR.machine}</th>
              <th className="right">{OPERATOR.memory}</th>
              <th className="right wide-only">{OPERATOR.delay}</th>
              <th className="right wide-only">{OPERATOR.runningFor}</th>
              <th className="right">{OPERATOR.state}</th>
            </tr>
          </thead>
          <tbody>
            {processes.map((process) => (
              <tr key={process.process_id}>
                <td>
                  {ROLES[process.role]}
                  <ProcessFigures figures={process.figures} title={ROLES[process.role]} />
                </td>
                <td className="wide-only soft">
                  {process.host}
                  <div className="faint">{OPERATOR.processWithin(process.os_process_id)}</div>
                </td>
                <td className="right">{formatBytes(process.resident_bytes)}</td>
                <td className="right wide-only">{OPERATOR.ms(process.loop_delay_ms)}</td>
                <td className="right wide-only soft">{formatSpan(process.started_at)}</td>
                <td className="right">
                  {process.is_silent ? (
                    <>
                      <span className="tag tag-fall">{OPERATOR.silentTitle}</span>
                      <div className="faint">
                        {OPERATOR.since} <Time at={process.seen_at} ago />
                      </div>
                    </>
                  ) : (
                    <span className="tag tag-rise">{OPERATOR.running}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
      <div className="scroll">
        {' '}
        <table className="table">
          <thead>
            <tr>
              <th>{OPERATOR.queue}</th>
              <th className="right">{OPERATOR.waiting}</th>
              <th className="right">{OPERATOR.running}</th>
              <th className="right">{OPERATOR.oldest}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map((queue) => (
              <tr key={queue.queue}>
                <td>{QUEUES[queue.queue] ?? queue.queue}</td>
                <td className="right">{formatCount(queue.waiting_count)}</td>
                <td className="right">{formatCount(queue.running_count)}</td>
                <td className="right soft">
                  {queue.waiting_count === 0 ? '–' : `${Math.round(queue.oldest_seconds)} s`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Exchanges() {
  const exchanges = useQuery({ ...exchangesQuery, refetchInterval: 3 * REFRESH_MS });
  return (
    <Panel title={OPERATOR.exchanges}>
      <Loaded query={exchanges}>
        {({ data }) => (
          <div className="scroll">
            {' '}
            <table className="table">
              <thead>
                <tr>
                  <th>{OPERATOR.exchange}</th>
                  <th className="right">{OPERATOR.markets}</th>
                  <th className="right">{OPERATOR.state}</th>
                </tr>
              </thead>
              <tbody>
                {data.map((exchange) => (
                  <ExchangeRow key={exchange.exchange} exchange={exchange} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function ExchangeRow({ exchange }: { readonly exchange: Exchange }) {
  return (
    <tr>
      <td>{exchange.name}</td>
      <td className="right">{formatCount(exchange.markets_count)}</td>
      <td className="right">
        <ExchangeState exchange={exchange} />
      </td>
    </tr>
  );
}

function ExchangeState({ exchange }: { readonly exchange: Exchange }) {
  if (exchange.is_open) return <span className="tag tag-rise">{OPERATOR.open}</span>;
  if (exchange.reach === 'unused') return <span className="tag">{OPERATOR.notUsed}</span>;
  if (exchange.reach === 'starting') return <span className="tag">{OPERATOR.connecting}</span>;
  // Where nothing was imported there is nothing to trade.
  if (exchange.markets_count === 0) return <span className="tag">{OPERATOR.noMarkets}</span>;
  return <span className="tag tag-fall">{OPERATOR.notReached}</span>;
}

function Database({ database }: { readonly database: Installation['database'] }) {
  return (
    <Panel
      title={OPERATOR.largestTables}
      side={<span className="hint">{OPERATOR.postgresql(database.version)}</span>}
    >
      <div className="scroll">
        {' '}
        <table className="table table-dense">
          <thead>
            <tr>
              <th>{OPERATOR.table}</th>
              <th className="right">{OPERATOR.rowsAbout}</th>
              <th className="right">{OPERATOR.size}</th>
            </tr>
          </thead>
          <tbody>
            {database.tables.map(({ table, rows, bytes }) => (
              <tr key={table}>
                <td className="mono" style={{ overflowWrap: 'anywhere' }}>
                  {table}
                </td>
                <td className="right soft">{formatCount(rows)}</td>
                <td className="right">{formatBytes(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function SlowRequests({ requests }: { readonly requests: readonly SlowRequest[] }) {
  return (
    <Panel title={OPERATOR.slowRequests}>
      {requests.length === 0 ? (
        <Empty title={OPERATOR.noSlowRequests}>{OPERATOR.requestsThatTakeA}</Empty>
      ) : (
        <div className="scroll">
          {' '}
          <table className="table table-dense">
            <thead>
              <tr>
                <th>{OPERATOR.when}</th>
                <th>{OPERATOR.request}</th>
                <th className="right">{OPERATOR.took}</th>
              </tr>
            </thead>
            <tbody>
              {requests.map((request) => (
                <tr key={request.request_id}>
                  <td className="soft">
                    <Time at={request.at} />
                  </td>
                  <td title={OPERATOR.requestTitle(request.request_id)}>
                    {request.operation} <span className="faint">{request.status}</span>
                  </td>
                  <td className="right">{fixedNumber(request.duration_ms / 1_000, 1)} s</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
