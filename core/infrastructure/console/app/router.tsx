import type { ComponentChildren } from 'preact';
import { addressOf } from './base.ts';
import { Store } from './store.ts';
import { mayLeave } from './unsaved.ts';

/** Address of a page: its path below `/console`, and its query. */
export interface PageAddress {
  readonly path: string;
  readonly query: URLSearchParams;
}

const BASE = addressOf('/console');

export const place = new Store<PageAddress>(here());

/**
 * Number of the shown entry in the browser history. The difference to another entry tells how far to go back when the
 * user stays on the page.
 */
let entry = entryOf(history.state) ?? 0;
history.replaceState({ entry }, '');

addEventListener('popstate', ({ state }) => {
  const next = entryOf(state);
  if (next !== undefined && !isShown() && !mayLeave()) {
    history.go(entry - next);
    return;
  }
  // A link to an element of the page adds an entry without a number.
  entry = next ?? entry + 1;
  if (next === undefined) history.replaceState({ entry }, '');
  if (!isShown()) place.set(here());
});

function entryOf(state: unknown): number | undefined {
  return (state as { readonly entry?: number } | null)?.entry;
}

/** Whether the address of the browser is that of the shown page. */
function isShown(): boolean {
  const { path, query } = here();
  return path === place.value.path && query.toString() === place.value.query.toString();
}

function here(): PageAddress {
  const path = decodeURI(location.pathname.slice(BASE.length)).replace(/\/$/, '') || '/';
  return { path, query: new URLSearchParams(location.search) };
}

/** Opens the page at a path below `/console`. */
export function go(path: string): void {
  history.pushState({ entry: ++entry }, '', BASE + path);
  place.set(here());
}

/** Path with a query; omits empty values. */
export function pathOf(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((one): one is [string, string] => (one[1] ?? '') !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** Opens the shown page with other values in its query; omits empty ones. */
export function goWithQuery(values: Readonly<Record<string, string | undefined>>): void {
  const { path, query } = place.value;
  go(pathOf(path, { ...Object.fromEntries(query), ...values }));
}

/** Returns the page of Money that led to the shown page, as its query says; "" if none did. */
export function origin(): string {
  const back = place.value.query.get('back') ?? '';
  return /^\/money(?![^/?])/.test(back) ? back : '';
}

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly current?: boolean;
  readonly class?: string;
}

/** A link to a page of the console. Asks before unsaved input is lost. */
export function Link({ to, children, current = false, ...more }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (mayLeave()) go(to);
  };
  return (
    <a href={BASE + to} onClick={follow} aria-current={current ? 'page' : undefined} {...more}>
      {children}
    </a>
  );
}

/** Link to the parent page, with the title of that page. */
export function Back({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <p>
      <Link to={to}>← {children}</Link>
    </p>
  );
}
