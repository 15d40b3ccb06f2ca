// Panel of what needs attention: each with what is wrong and where to mend it. Nothing is shown
// while there is nothing.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAttention } from './attention.ts';
import { lateOrdersQuery } from '../../api/queries.ts';
import { whatKeeps } from '../../parts/states.tsx';
import { Panel } from '../../parts/widgets.tsx';
import { HOME } from '../../words/home.ts';

const SHOWN_MAX = 8;

export function AttentionPanel() {
  const unknown = useQuery(lateOrdersQuery('unknown'));
  const lost = useQuery(lateOrdersQuery('lost'));
  const items = useAttention([...(unknown.data?.data ?? []), ...(lost.data?.data ?? [])]);
  const failed = [unknown, lost].filter((of) => of.isError && of.data === undefined);
  // That nothing is shown must mean that there is nothing.
  if (failed.length > 0) return <Panel title={HOME.attention}>{whatKeeps(failed)}</Panel>;
  if (items.length === 0) return null;
  return (
    <Panel title={HOME.attention} side={<span className="tag tag-warn">{items.length}</span>}>
      <ul className="attention">
        {items.slice(0, SHOWN_MAX).map(({ id, look, title, text, to, params, search }) => (
          <li key={id} className="attention-item" data-look={look}>
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
            <Link
              className="button button-small"
              to={to}
              {...(params === null ? {} : { params })}
              {...(search === undefined ? {} : { search })}
            >
              {HOME.look}
            </Link>
          </li>
        ))}
      </ul>
      {items.length > SHOWN_MAX ? (
        <p className="panel-body hint">{HOME.more(items.length - SHOWN_MAX)}</p>
      ) : null}
    </Panel>
  );
}
