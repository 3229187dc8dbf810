import { useEffect, useRef } from 'preact/hooks';
import { Languages } from './parts/languages.tsx';
import { pages, pageAt, type ConsolePage } from './pages/index.ts';
import { Link, place } from './router.tsx';
import { signOut, type Session } from './session.ts';
import { t } from './words.ts';

/** Head, menu and page of a signed-in user. The menu shows the pages that the user may see. */
export function Shell({ session }: { readonly session: Session }) {
  const { path } = place.use();
  const page = pageAt(path);
  const shown = page?.isVisible() ? page : undefined;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${shown ? t(shown.title) : t('notFound')} – ${t('console')}`;
    // A page that was followed to gets the focus, so that it is read out and the Tab key goes on from it.
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [path]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t('skip')}
      </a>
      <header>
        <strong>Lectern</strong>
        <span class="who">{session.nickname}</span>
        <Languages />
        <button type="button" onClick={() => void signOut()}>
          {t('signOut')}
        </button>
      </header>
      <Menu current={page} />
      <main id="main" tabIndex={-1} ref={main}>
        {shown ? <shown.Page key={path} path={path.slice(shown.path.length).replace(/^\//, '')} /> : <NotFound />}
      </main>
    </div>
  );
}

function Menu({ current }: { readonly current: ConsolePage | undefined }) {
  return (
    <nav aria-label={t('menu')}>
      <ul>
        {pages
          .filter((page) => page.isVisible())
          .map((page) => (
            <li key={page.path}>
              <Link to={page.path} current={page === current}>
                {t(page.title)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

function NotFound() {
  return (
    <>
      <h1>{t('notFound')}</h1>
      <p>{t('notFoundText')}</p>
    </>
  );
}
