import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { connection } from './server/connection.ts';
import { ended, resume, session } from './session.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './pages/sign_in.tsx';
import { language, t } from './translations.ts';

/**
 * The console: the sign-in page without a session, otherwise the page of the address. After the end of a session, the
 * page is hidden, and keeps typed texts until the same user signs in again.
 */
export function App() {
  const current = session.use();
  const hasEnded = ended.use();
  const { returns } = connection.use();
  const chosen = language.use();
  const user = typeof current === 'object' ? current : undefined;
  const asksPassword = current === 'none' || hasEnded;
  const asked = useRef(false);
  useEffect(() => {
    if (current === 'asking') void resume();
  }, [current, returns]);
  useLayoutEffect(() => {
    document.documentElement.lang = chosen;
  }, [chosen]);
  useLayoutEffect(() => {
    if (asked.current && !asksPassword) document.getElementById('main')?.focus();
    asked.current = asksPassword;
  }, [asksPassword]);
  return (
    <>
      <Outage isAlone={current === 'asking'} />
      {user && (
        <div hidden={hasEnded}>
          <Shell key={`${chosen} ${user.nickname}`} session={user} />
        </div>
      )}
      {asksPassword && <SignIn key={chosen} endedOf={user?.nickname} />}
    </>
  );
}

/** Notice that the server does not answer or cannot serve, with reasons. @param isAlone whether no page is shown yet */
function Outage({ isAlone }: { readonly isAlone: boolean }) {
  const { state, reasons } = connection.use();
  const isOut = state !== 'online';
  return (
    <>
      <div role="status" class="connection">
        {isOut && (
          <div class="notice">
            <p>{t(state === 'away' ? 'offline' : 'cannotServe')}</p>
            {reasons.length > 0 && (
              <ul>
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            )}
          </div>
        )}
      </div>
      {isAlone && (
        <main class="sign-in">
          <h1>{t('console')}</h1>
          {!isOut && <p role="status">{t('loading')}</p>}
        </main>
      )}
    </>
  );
}
