import { t } from '../translations.ts';

/** Page for an address without a page. */
export function NotFound() {
  return (
    <>
      <h1>{t('notFound')}</h1>
      <p>{t('notFoundText')}</p>
    </>
  );
}
