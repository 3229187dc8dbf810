import { Store } from './store.ts';

/** Address that answers as long as sessions can be checked, which every page needs. */
export const SESSION = '/api/console/sessions/current';

const RETRY_MS = 2_000;
const WATCH_MS = 5_000;
const LIMIT_MS = 10_000;
const gateways = [502, 504];

/** Whether the server answers; `unavailable` while it cannot check sessions. */
export interface Connection {
  readonly state: 'online' | 'away' | 'unavailable';
  /** Why it is unavailable, as far as `/readyz` says so. */
  readonly reasons: readonly string[];
  /** How often it has come back. */
  readonly returns: number;
}

export const connection = new Store<Connection>({ state: 'online', reasons: [], returns: 0 });

let timer: number | undefined;

/** Notes that the server does not answer, and asks it until it does. */
export function lost(): void {
  if (timer === undefined) broken('away');
}

/** Asks whether the server can serve, after an answer that it cannot. */
export function examine(): void {
  if (timer !== undefined) return;
  timer = 0;
  ask();
}

let heardAt = 0;

/** Notes that the server has answered a page. */
export function heard(): void {
  heardAt = performance.now();
}

/** Asks the server while the page is seen and itself hears nothing. @returns function that ends the watch */
export function watch(): () => void {
  const isDue = () => !document.hidden && performance.now() - heardAt >= WATCH_MS;
  const watching = setInterval(() => isDue() && examine(), WATCH_MS);
  return () => clearInterval(watching);
}

/** Lets pages load and streams begin anew. */
export function returned(): void {
  timer = undefined;
  connection.set({ state: 'online', reasons: [], returns: connection.value.returns + 1 });
}

function ask(): void {
  fetch(SESSION, { cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) }).then(
    async ({ status }) => {
      if (status === 503) broken('unavailable', await reasons());
      else if (gateways.includes(status)) broken('away');
      else if (connection.value.state === 'online') timer = undefined;
      else returned();
    },
    () => broken('away'),
  );
}

function broken(state: 'away' | 'unavailable', why: readonly string[] = []): void {
  connection.set({ ...connection.value, state, reasons: why });
  timer = window.setTimeout(ask, RETRY_MS);
}

interface Readiness {
  readonly remarks?: readonly { readonly module: string; readonly remark: string }[];
}

async function reasons(): Promise<string[]> {
  try {
    const { remarks = [] } = (await (await fetch('/readyz', { cache: 'no-store' })).json()) as Readiness;
    return remarks.map(({ module, remark }) => `${module}: ${remark}`);
  } catch {
    return [];
  }
}
