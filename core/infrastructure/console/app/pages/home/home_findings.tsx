import { useRead, useRegularly } from '../../server/load.ts';
import { Badge } from '../../parts/badge.tsx';
import { Loading } from '../../parts/notice.tsx';
import { Link, place } from '../../router.tsx';
import { may } from '../../session.ts';
import { Store } from '../../store.ts';
import { t } from '../../translations.ts';
import type { consoleFinding } from '../../../shapes/state.ts';
import type { Answer } from '../../wire.ts';

type Finding = Answer<typeof consoleFinding>;

const ADDRESS = '/api/console/findings';
// An examination takes 50 to 150 ms of processor time, about 0.1 % at this interval.
const LOOK_MS = 120_000;

const examinations = new Store(0);

/** Loads the findings again: another part of the page has shown an error or a changed state. */
export function examineAgain(): void {
  examinations.set(examinations.value + 1);
}

/** Findings of the doctor, reloaded while the page is visible. */
function useFindings() {
  const loaded = useRead<readonly Finding[]>(ADDRESS, examinations.use());
  useRegularly(loaded.again, LOOK_MS);
  return loaded;
}

/** Findings of the doctor: problems and warnings are visible, notes are collapsed. */
export function Findings() {
  const loaded = useFindings();
  return (
    <section>
      <h2>{t('findings')}</h2>
      <Loading of={loaded}>
        {(findings) => {
          const notes = findings.filter(({ level }) => level === 'note');
          const others = findings.filter(({ level }) => level !== 'note');
          return (
            <>
              {others.length === 0 && <p>{t('noFindings')}</p>}
              <FindingList findings={others} />
              <details>
                <summary>{t('notes', { count: notes.length })}</summary>
                <FindingList findings={notes} />
              </details>
            </>
          );
        }}
      </Loading>
      <button type="button" onClick={loaded.again}>
        {t('examineAgain')}
      </button>
    </section>
  );
}

function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul class="findings">
      {findings.map(({ level, topic, message, details, fix, request }) => (
        <li key={topic + message}>
          <p>
            <Badge state={level}>{t(level)}</Badge> <strong>{topic}</strong>: {message}
            <PluginLink topic={topic} />
            {request !== null && may('console_request') && (
              <>
                {' '}
                <Link to={`/requests/${request}`}>{t('openRequest')}</Link>
              </>
            )}
          </p>
          {details.length > 0 && (
            <details>
              <summary>{t('details', { count: details.length })}</summary>
              <ul>
                {details.map((detail) => (
                  <li key={detail}>
                    <code>{detail}</code>
                  </li>
                ))}
              </ul>
            </details>
          )}
          {fix !== null && <p class="fix">{t('fix', { fix })}</p>}
        </li>
      ))}
    </ul>
  );
}

/** Link from a finding to the page of its plugin, where the plugin can be disabled. */
function PluginLink({ topic }: Pick<Finding, 'topic'>) {
  const plugin = /^plugin (\S+)$|^plugins\/([^/]+)\//.exec(topic);
  const name = plugin?.[1] ?? plugin?.[2];
  if (name === undefined || !may('console_plugin') || place.value.path === `/plugins/${name}`) return null;
  return (
    <>
      {' '}
      <Link to={`/plugins/${name}`}>{t('openPlugin')}</Link>
    </>
  );
}

/** Findings about a plugin and its files. */
export function FindingsOf({ plugin }: { readonly plugin: string }) {
  const { data = [] } = useFindings();
  const found = data.filter(({ topic }) => topic === `plugin ${plugin}` || topic.startsWith(`plugins/${plugin}/`));
  if (found.length === 0) return null;
  return (
    <section>
      <h2>{t('aboutPlugin')}</h2>
      <FindingList findings={found} />
    </section>
  );
}
