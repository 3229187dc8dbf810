import { go, place, type PageAddress } from '../router.tsx';
import { Store } from '../store.ts';

const told = new Store<{ readonly text: string; readonly at: PageAddress } | undefined>(undefined);

/** Shows another page, with the result of what was done; it is shown until the next page. */
export function goSaying(path: string, text: string): void {
  go(path);
  told.set({ text, at: place.value });
}

/** The result of what was done on the page before. */
export function Told() {
  const here = place.use();
  const one = told.use();
  return <div role="status">{one?.at === here && <p class="notice good">{one.text}</p>}</div>;
}
