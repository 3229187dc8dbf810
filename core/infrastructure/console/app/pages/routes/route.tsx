import { useRead } from '../../server/load.ts';
import { Badge } from '../../parts/badge.tsx';
import { Loading } from '../../parts/notice.tsx';
import { Table } from '../../parts/table.tsx';
import { Back, pathOf, place } from '../../router.tsx';
import { Trial } from './route_trial.tsx';
import { t } from '../../translations.ts';
import type { routeExplanation } from '../../../shapes/route.ts';
import type { Answer } from '../../wire.ts';

type Explanation = Answer<typeof routeExplanation>;
type ChainLink = Explanation['chain'][number];

/** Explanation of how a request is served, like the output of `lectern routes --explain`. */
export function RoutePage() {
  const { query } = place.use();
  const asked = { method: query.get('method') ?? 'GET', path: query.get('path') ?? '' };
  const address = pathOf('/api/console/route_explanations', asked);
  const loaded = useRead<Explanation>(address);
  return (
    <>
      <Back to="/routes">{t('routes')}</Back>
      <h1>
        {asked.method} {asked.path}
      </h1>
      <Loading of={loaded}>
        {(one) => (
          <>
            <p>
              <Badge state={one.access}>{one.access}</Badge> {t('answersBecause', { why: whyOf(one) })}
            </p>
            <Chain of={one} />
            <Input of={one} />
            <Filter of={one} />
            <Failures of={one} />
            <Trial key={asked.path} {...asked} />
          </>
        )}
      </Loading>
    </>
  );
}

interface Shown {
  readonly of: Explanation;
}

/** Returns the reason why the first module of the chain answers, in the language of the page. */
function whyOf({ chain }: Explanation): string {
  if (chain.length === 1) return t('aloneAtAddress');
  const modules = chain.map(({ module }) => module).reverse();
  return t('lastInOrder', { modules: modules.join(', ') });
}

const times = ['before', 'after'] as const;
const hookTexts = { before: 'hookBefore', after: 'hookAfter' } as const;

function Chain({ of: { chain, hooks } }: Shown) {
  const placeOf = ({ file, line }: ChainLink) => <code>{line === null ? file : `${file}:${line}`}</code>;
  return (
    <section>
      <h2>{t('chain')}</h2>
      <Table
        label={t('chain')}
        rows={chain}
        keyOf={({ file, operation }) => file + operation}
        columns={[
          { title: t('role'), cell: ({ serves }) => t(serves ? 'answers' : 'overridden') },
          { title: t('module'), cell: ({ module, layer }) => `${module} (${layer})` },
          { title: t('operation'), cell: ({ resource, operation }) => `${resource}.${operation}` },
          { title: t('access'), cell: ({ access }) => access },
          { title: t('file'), cell: placeOf },
          { title: t('remarks'), cell: ({ final }) => final ?? '' },
        ]}
      />
      {hooks.length > 0 && (
        <ul>
          {hooks.flatMap(({ module, file, ...runs }) =>
            times
              .filter((time) => runs[time])
              .map((time) => (
                <li key={module + file + time}>
                  {t(hookTexts[time], { module })} <code>{file}</code>
                </li>
              )),
          )}
        </ul>
      )}
    </section>
  );
}

const places = { query: 'inQuery', body: 'inBody' } as const;

function Input({ of: { input, inputFrom, inputKind } }: Shown) {
  return (
    <section>
      <h2>{t('input')}</h2>
      <p>{t(places[inputFrom])}</p>
      {inputKind === 'any' && <p>{t('inputAny')}</p>}
      {inputKind === 'bytes' && <p>{t('inputBytes')}</p>}
      {inputKind === 'fields' && input.length === 0 && <p>{t('inputNone')}</p>}
      {input.length > 0 && (
        <Table
          label={t('input')}
          rows={input}
          keyOf={({ name }) => name}
          columns={[
            { title: t('field'), cell: ({ name }) => <code>{name}</code> },
            { title: t('required'), cell: ({ required }) => (required ? t('yes') : t('no')) },
            { title: t('expected'), cell: ({ expected }) => expected },
            { title: t('description'), cell: ({ description }) => description },
          ]}
        />
      )}
    </section>
  );
}

function Filter({ of: { filter, shapes } }: Shown) {
  return (
    <section>
      <h2>{t('filter')}</h2>
      <p>
        <code>{filter}</code>
      </p>
      {shapes.map(({ name, mode, fields }) => (
        <Table
          key={name + mode}
          label={`${name}.${mode}`}
          rows={fields}
          keyOf={(one) => one.name}
          columns={[
            { title: `${name}.${mode}`, cell: (one) => <code>{one.name}</code> },
            { title: t('type'), cell: ({ type }) => type },
            { title: t('description'), cell: ({ description }) => description },
            { title: t('addedBy'), cell: ({ addedBy }) => addedBy ?? '' },
          ]}
        />
      ))}
    </section>
  );
}

function Failures({ of: { failures } }: Shown) {
  return (
    <section>
      <h2>{t('failures')}</h2>
      <Table
        label={t('failures')}
        rows={failures}
        keyOf={({ status, code, message }) => `${status} ${code} ${message}`}
        columns={[
          { title: t('status'), cell: ({ status }) => String(status), isNumber: true },
          { title: t('code'), cell: ({ code }) => String(code), isNumber: true },
          { title: t('name'), cell: ({ title }) => title },
          { title: t('message'), cell: ({ message }) => message },
        ]}
      />
    </section>
  );
}
