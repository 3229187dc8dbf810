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
  /** Permissions, one of which the menu requires; none for a page for all. Operations check permissions themselves. */
  readonly needs: readonly string[];
  /** @param path rest of the address below the path of the page */
  readonly Page: FunctionComponent<{ readonly path: string }>;
}

/** Pages of the console itself, in the order of the menu. */
const pages: readonly ConsolePage[] = [
  { path: '/', title: () => t('home'), needs: ['console_state', 'console_charts', 'console_findings'], Page: Home },
  { path: '/plugins', title: () => t('plugins'), needs: ['console_plugin'], Page: Plugins },
  { path: '/routes', title: () => t('routes'), needs: ['console_route'], Page: Routes },
  { path: '/requests', title: () => t('liveRequests'), needs: ['console_request'], Page: Requests },
  { path: '/queues', title: () => t('queues'), needs: ['console_queue'], Page: Queues },
  { path: '/money', title: () => t('money'), needs: ['console_ledger', 'admin_order', 'admin_trade'], Page: Money },
  { path: '/records', title: () => t('records'), needs: [], Page: Records },
  { path: '/settings', title: () => t('settings'), needs: ['console_setting'], Page: Settings },
];

/** Entry for all pages of modules; its component shows an error message for an unknown page. */
const ofModules: ConsolePage = { path: '/pages', title: () => t('console'), needs: [], Page: ModulePages };

/** Whether the signed-in user may see a page. */
export function isVisible({ needs }: ConsolePage): boolean {
  return needs.length === 0 || needs.some(may);
}

/** Menu entries that the user may see: pages of the console, then pages of modules. */
export function menu(): readonly ConsolePage[] {
  const added = modulePages.value ?? [];
  return [
    ...pages.filter(isVisible),
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
