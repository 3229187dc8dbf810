import { addressOf } from '../base.ts';
import { Store } from '../store.ts';

/** Address of the current session. An answer other than 502 to 504 shows that the server can serve the pages. */
export const SESSION = '/api/console/sessions/current';

const RETRY_MS = 2_000;
const WATCH_MS = 5_000;
const LIMIT_MS = 10_000;
const gateways = [502, 504];

/** State of the server: `away` without an answer, or with a gateway error; `unavailable` after an answer 503. */
export interface Connection {
  readonly state: 'online' | 'away' | 'unavailable';
  /** Remarks of `/readyz` on an unavailable server. */
  readonly reasons: readonly string[];
  /** Number of times that the connection was restored. */
  readonly returns: number;
}

export const connection = new Store<Connection>({ state: 'online', reasons: [], returns: 0 });

let timer: number | undefined;

/** Sets the state `away` and polls the server, unless the server is polled already. */
export function lost(): void {
  if (timer === undefined) broken('away');
}

/** Checks the connection once, unless the server is polled already. */
export function examine(): void {
  if (timer !== undefined) return;
  timer = 0;
  ask();
}

let heardAt = 0;

/** Records that the server has just answered, which postpones the check of `watch`. */
export function heard(): void {
  heardAt = performance.now();
}

/**
 * Checks the connection every five seconds, while the page is visible and got no answer for as long.
 * @returns function that stops the checks
 */
export function watch(): () => void {
  const isDue = () => !document.hidden && performance.now() - heardAt >= WATCH_MS;
  const watching = setInterval(() => isDue() && examine(), WATCH_MS);
  return () => clearInterval(watching);
}

/** Sets the state `online`; pages then load their data again, and streams reconnect. */
export function returned(): void {
  timer = undefined;
  connection.set({ state: 'online', reasons: [], returns: connection.value.returns + 1 });
}

function ask(): void {
  fetch(addressOf(SESSION), { cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) }).then(
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
    const { remarks = [] } = (await (await fetch(addressOf('/readyz'), { cache: 'no-store' })).json()) as Readiness;
    return remarks.map(({ module, remark }) => `${module}: ${remark}`);
  } catch {
    return [];
  }
}
