import type { ComponentChildren } from 'preact';
import { Store } from './store.ts';

/** Address of a page: its path below `/console`, and its query. */
export interface PageAddress {
  readonly path: string;
  readonly query: URLSearchParams;
}

const BASE = '/console';

export const place = new Store<PageAddress>(here());

addEventListener('popstate', () => place.set(here()));

function here(): PageAddress {
  const path = decodeURI(location.pathname).slice(BASE.length).replace(/\/$/, '') || '/';
  return { path, query: new URLSearchParams(location.search) };
}

/** Opens a page. @param replacing whether the page replaces the current entry of the browser history */
export function go(path: string, replacing = false): void {
  if (replacing) history.replaceState(null, '', BASE + path);
  else history.pushState(null, '', BASE + path);
  place.set(here());
}

/** Path with a query; empty values are left out. */
export function pathOf(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((one): one is [string, string] => (one[1] ?? '') !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly current?: boolean;
  readonly class?: string;
}

/** A link to a page of the console. */
export function Link({ to, children, current = false, ...more }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={BASE + to} onClick={follow} aria-current={current ? 'page' : undefined} {...more}>
      {children}
    </a>
  );
}
