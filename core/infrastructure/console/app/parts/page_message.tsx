import { go, place, type PageAddress } from '../router.tsx';
import { Store } from '../store.ts';

const message = new Store<{ readonly text: string; readonly at: PageAddress } | undefined>(undefined);

/** Opens a page and shows a message on it, until the next page is opened. */
export function goWithMessage(path: string, text: string): void {
  go(path);
  message.set({ text, at: place.value });
}

/** The message that `goWithMessage` passed to this page. */
export function PageMessage() {
  const here = place.use();
  const shown = message.use();
  return <div role="status">{shown?.at === here && <p class="notice good">{shown.text}</p>}</div>;
}
