import { go, place, type PageAddress } from '../router.tsx';
import { Store } from '../store.ts';

const told = new Store<{ readonly text: string; readonly at: PageAddress } | undefined>(undefined);

/** Opens a page and shows a message on it, until the next page is opened. */
export function goSaying(path: string, text: string): void {
  go(path);
  told.set({ text, at: place.value });
}

/** The message that `goSaying` passed to this page. */
export function Told() {
  const here = place.use();
  const one = told.use();
  return <div role="status">{one?.at === here && <p class="notice good">{one.text}</p>}</div>;
}
