import { t } from '../translations.ts';

/** That an address has no page. */
export function NotFound() {
  return (
    <>
      <h1>{t('notFound')}</h1>
      <p>{t('notFoundText')}</p>
    </>
  );
}
