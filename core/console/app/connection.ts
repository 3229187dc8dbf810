import { Store } from './store.ts';

const RETRY_MS = 2_000;

/** Whether the server answers, and how often it has come back. */
export const connection = new Store({ online: true, returns: 0 });

let timer: number | undefined;

/** Notes that the server does not answer, and asks it until it does. */
export function lost(): void {
  if (timer !== undefined) return;
  connection.set({ ...connection.value, online: false });
  timer = window.setTimeout(ask, RETRY_MS);
}

function ask(): void {
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => {
      if (ok) back();
      else again();
    },
    () => again(),
  );
}

function again(): void {
  timer = window.setTimeout(ask, RETRY_MS);
}

function back(): void {
  timer = undefined;
  connection.set({ online: true, returns: connection.value.returns + 1 });
}
