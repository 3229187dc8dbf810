import { may } from '../session.ts';
import { t } from '../translations.ts';
import { Charts } from './home_charts.tsx';
import { Findings } from './home_findings.tsx';
import { Readiness } from './home_readiness.tsx';

/** State of the installation. Each part requires another permission. */
export function Home() {
  return (
    <>
      <h1>{t('home')}</h1>
      {may('console_findings') && <Findings />}
      {may('console_state') && <Readiness />}
      {may('console_charts') && <Charts />}
    </>
  );
}
