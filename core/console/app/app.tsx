import { useEffect } from 'preact/hooks';
import { connection } from './connection.ts';
import { resume, session } from './session.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './pages/sign_in.tsx';
import { language, t } from './words.ts';

/** The console: the sign-in page without a session, otherwise the page that the address names. */
export function App() {
  const current = session.use();
  const { online, returns } = connection.use();
  const chosen = language.use();
  useEffect(() => {
    if (current === 'asking') void resume();
  }, [current, returns]);
  useEffect(() => {
    document.documentElement.lang = chosen;
  }, [chosen]);
  return (
    <>
      <div role="status" class="connection">
        {!online && <p>{t('offline')}</p>}
      </div>
      {typeof current === 'object' && <Shell key={chosen} session={current} />}
      {(current === 'none' || current === 'ended') && <SignIn key={chosen} hasEnded={current === 'ended'} />}
    </>
  );
}
