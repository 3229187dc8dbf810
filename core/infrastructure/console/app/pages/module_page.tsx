import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../server/api.ts';
import { addressOf } from '../base.ts';
import { modulePages, type ModulePage } from '../module_pages.ts';
import { NotFound } from '../parts/not_found.tsx';
import { Problem } from '../parts/notice.tsx';
import { go } from '../router.tsx';
import { may } from '../session.ts';
import { language, t } from '../translations.ts';

/** Value of the property `console` of a module's custom element. */
const offered = {
  /** Sends a request with the session of the console; rejects with `status` and `message`. */
  request,
  may,
  go,
  get language() {
    return language.value;
  },
};

/** Page of a module, which renders its custom element. Shows an error of the element; the console keeps working. */
export function ModulePages({ path }: { readonly path: string }) {
  const pages = modulePages.use();
  const page = pages?.find(({ name }) => name === path);
  if (page) return <Element key={page.name} page={page} />;
  return pages ? <NotFound /> : <p role="status">{t('loading')}</p>;
}

function Element({ page }: { readonly page: ModulePage }) {
  const place = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  const { module, script, element, title } = page;
  useEffect(() => {
    const target = new URL(addressOf(script), location.href).href;
    const caught = (event: ErrorEvent) => event.filename === target && setProblem(event.message);
    const rejected = ({ reason }: PromiseRejectionEvent) =>
      reason instanceof Error && reason.stack?.includes(target) && setProblem(reason.message);
    addEventListener('error', caught);
    addEventListener('unhandledrejection', rejected);
    let isShown = true;
    defined(page).then(
      () =>
        isShown && place.current?.replaceChildren(Object.assign(document.createElement(element), { console: offered })),
      (error: unknown) => isShown && setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isShown = false;
      removeEventListener('error', caught);
      removeEventListener('unhandledrejection', rejected);
    };
  }, []);
  return (
    <>
      <h1>{title[language.value]}</h1>
      {problem !== undefined && <Problem>{t('modulePageFailed', { module, message: problem })}</Problem>}
      <div ref={place} />
    </>
  );
}

/** Loads the script of a page. @throws Error when the script fails, or does not define the element */
async function defined({ script, element }: ModulePage): Promise<void> {
  await import(addressOf(script));
  if (!customElements.get(element)) throw new Error(t('noElement', { script, element }));
}
