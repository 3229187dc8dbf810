import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Languages } from './parts/languages.tsx';
import { NotFound } from './parts/not_found.tsx';
import { PageMessage } from './parts/page_message.tsx';
import { filled } from './collections.ts';
import { watch } from './server/connection.ts';
import { loadModulePages, modulePages } from './module_pages.ts';
import { isVisible, menu, pageAt } from './pages/index.ts';
import { Link, place, type PageAddress } from './router.tsx';
import { ended, signOut, type Session } from './session.ts';
import { t } from './translations.ts';
import { mayLeave } from './unsaved.ts';

/** Head, menu and page of a signed-in user. The menu shows the pages that the user may see. */
export function Shell({ session }: { readonly session: Session }) {
  const here = place.use();
  const { path } = here;
  const added = modulePages.use();
  const page = pageAt(path);
  const shown = page && isVisible(page) ? page : undefined;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => void loadModulePages(), [session]);
  useEffect(watch, []);
  const entry = menu().find((one) => one.path === path) ?? shown;
  const hasEnded = ended.use();
  useLayoutEffect(() => {
    if (hasEnded) return;
    const titles = [...detailsOf(here, shown?.path), entry ? entry.title() : t('notFound'), t('console')];
    document.title = titles.join(' – ');
  }, [here, added, hasEnded]);
  useLayoutEffect(() => {
    // Moves the focus to the new page: screen readers read it out, and the Tab key continues there.
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
        <button type="button" onClick={() => mayLeave() && void signOut()}>
          {t('signOut')}
        </button>
      </header>
      <Menu path={path} />
      <main id="main" tabIndex={-1} ref={main}>
        <PageMessage />
        {shown ? <shown.Page key={path} path={path.slice(shown.path.length).replace(/^\//, '')} /> : <NotFound />}
      </main>
    </div>
  );
}

/** Returns the details of a page for the window title: the route, the list or record, or the rest of the path. */
function detailsOf({ path, query }: PageAddress, base = path): string[] {
  const route = [query.get('method'), query.get('path')];
  const list = filled(query.get('list') ?? '', Object.fromEntries(query)).replace('/api/', '');
  const record = [list, query.get('record')];
  const shown = [route.filter(Boolean).join(' '), record.filter(Boolean).join('/'), path.slice(base.length + 1)];
  return shown.filter((text) => text !== '' && text !== 'explain' && base !== '/pages');
}

function Menu({ path }: { readonly path: string }) {
  const current = pageAt(path)?.path;
  return (
    <nav aria-label={t('menu')}>
      <ul>
        {menu().map((page) => (
          <li key={page.path}>
            <Link to={page.path} current={page.path === current || page.path === path}>
              {page.title()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
