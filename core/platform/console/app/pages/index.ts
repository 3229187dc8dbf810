import type { FunctionComponent } from 'preact';
import { may } from '../session.ts';
import { modulePages } from '../module_pages.ts';
import { language, t } from '../translations.ts';
import { Home } from './home/home.tsx';
import { ModulePages } from './module_page.tsx';
import { Money } from './money/money.tsx';
import { Plugins } from './plugins/plugins.tsx';
import { Queues } from './queues/queues.tsx';
import { Records } from './records/records.tsx';
import { Requests } from './routes/requests.tsx';
import { Routes } from './routes/routes.tsx';
import { Settings } from './settings.tsx';

/** A page of the console, with an entry of the menu. */
export interface ConsolePage {
  /** Path below `/console`. */
  readonly path: string;
  readonly title: () => string;
  /** Whether the menu shows the page to the signed-in user. Operations of the API check the permission themselves. */
  readonly isVisible: () => boolean;
  /** @param path rest of the address below the path of the page */
  readonly Page: FunctionComponent<{ readonly path: string }>;
}

/** Pages of the console itself, in the order of the menu. */
const pages: readonly ConsolePage[] = [
  {
    path: '/',
    title: () => t('home'),
    isVisible: () => ['console_state', 'console_charts', 'console_findings'].some(may),
    Page: Home,
  },
  { path: '/plugins', title: () => t('plugins'), isVisible: () => may('console_plugin'), Page: Plugins },
  { path: '/routes', title: () => t('routes'), isVisible: () => may('console_route'), Page: Routes },
  { path: '/requests', title: () => t('liveRequests'), isVisible: () => may('console_request'), Page: Requests },
  { path: '/queues', title: () => t('queues'), isVisible: () => may('console_queue'), Page: Queues },
  {
    path: '/money',
    title: () => t('money'),
    isVisible: () => ['console_ledger', 'admin_order', 'admin_trade'].some(may),
    Page: Money,
  },
  { path: '/records', title: () => t('records'), isVisible: () => true, Page: Records },
  { path: '/settings', title: () => t('settings'), isVisible: () => may('console_setting'), Page: Settings },
];

/** Entry for all pages of modules; its component shows an error message for an unknown page. */
const ofModules: ConsolePage = {
  path: '/pages',
  title: () => t('console'),
  isVisible: () => true,
  Page: ModulePages,
};

/** Menu entries that the user may see: pages of the console, then pages of modules. */
export function menu(): readonly ConsolePage[] {
  const added = modulePages.value ?? [];
  return [
    ...pages.filter((page) => page.isVisible()),
    ...added.map(({ name, title }) => ({
      ...ofModules,
      path: `/pages/${name}`,
      title: () => title[language.value],
    })),
  ];
}

export function pageAt(path: string): ConsolePage | undefined {
  return [...pages, ofModules].find(
    (page) => path === page.path || (page.path !== '/' && path.startsWith(`${page.path}/`)),
  );
}
