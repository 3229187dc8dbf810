import { useState } from 'preact/hooks';
import { Sending } from '../../parts/sending.tsx';
import { session } from '../../session.ts';
import { t } from '../../translations.ts';

interface TrialProps {
  readonly method: string;
  readonly path: string;
}

/** Accounts of the demo data; their password is public. */
const accounts = ['admin', 'manager', 'planner', 'teacher', 'student'];
const PASSWORD = 'Lectern-2026';

/** Form that sends a request as the signed-in user or as a demo account. Shown only in installations with demo data. */
export function Trial({ method, path }: TrialProps) {
  const [text, setText] = useState(path);
  const [body, setBody] = useState('');
  const [caller, setCaller] = useState('');
  const { value } = session;
  if (typeof value !== 'object' || !value.demo) return null;
  const written = () => ({
    method,
    path: text,
    body,
    caller: caller === '' ? undefined : `${caller}:${PASSWORD}`,
  });
  return (
    <section>
      <h2>{t('tryIt')}</h2>
      <p>{t('tryItHow')}</p>
      <div class="search">
        <label>
          {t('path')}
          <input value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label>
          {t('caller')}
          <select value={caller} onChange={(event) => setCaller(event.currentTarget.value)}>
            <option value="">{t('me')}</option>
            {accounts.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {method !== 'GET' && (
          <label>
            {t('body')}
            <textarea rows={3} value={body} onInput={(event) => setBody(event.currentTarget.value)} />
          </label>
        )}
      </div>
      <Sending written={written}>{t('send')}</Sending>
    </section>
  );
}
