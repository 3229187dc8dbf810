import type { FunctionComponent } from 'preact';
import { may } from '../session.ts';
import type { Word } from '../words.ts';
import { Home } from './home.tsx';
import { Plugins } from './plugins.tsx';
import { Records } from './records.tsx';
import { Routes } from './routes.tsx';
import { Settings } from './settings.tsx';

/** A page of the console, with an entry of the menu. */
export interface ConsolePage {
  /** Path below `/console`. */
  readonly path: string;
  readonly title: Word;
  /** Whether the signed-in user may see it; its operations refuse other callers as well. */
  readonly isVisible: () => boolean;
  /** @param path rest of the path below that of the page */
  readonly Page: FunctionComponent<{ readonly path: string }>;
}

/** All pages, in the order of the menu. A new page is a new entry. */
export const pages: readonly ConsolePage[] = [
  {
    path: '/',
    title: 'home',
    isVisible: () => ['console_state', 'console_charts', 'console_findings'].some(may),
    Page: Home,
  },
  { path: '/plugins', title: 'plugins', isVisible: () => may('console_plugin'), Page: Plugins },
  { path: '/routes', title: 'routes', isVisible: () => may('console_route'), Page: Routes },
  { path: '/records', title: 'records', isVisible: () => true, Page: Records },
  { path: '/settings', title: 'settings', isVisible: () => may('console_setting'), Page: Settings },
];

/** The page at a path. */
export function pageAt(path: string): ConsolePage | undefined {
  return pages.find((page) => path === page.path || (page.path !== '/' && path.startsWith(`${page.path}/`)));
}
