import { setTimeout as sleep } from 'node:timers/promises';
import { processState } from './process_state.ts';
import { scrape, type Scrape, type Source } from './scrape.ts';
import { sorted, type SortKey, type View } from './screen.ts';
import { trafficBetween } from './traffic.ts';

export interface WatchTerms extends Source {
  readonly intervalMs: number;
  readonly sort: SortKey;
}

/**
 * Yields views endlessly, each of the interval since the previous one. The caller ends the iteration.
 * @throws Error when the first scrape fails; later failures are passed to `lost`
 */
export async function* views(terms: WatchTerms, lost: (problem: Error) => void): AsyncGenerator<View, never> {
  let before = await scrape(terms);
  for (;;) {
    await sleep(terms.intervalMs);
    const now = await scrape(terms).catch((error: unknown) => {
      lost(error as Error);
    });
    if (!now) continue;
    yield viewOf(before, now, terms);
    before = now;
  }
}

function viewOf(before: Scrape, now: Scrape, { url, sort }: WatchTerms): View {
  const { routes, modules } = trafficBetween(before, now);
  return {
    url,
    seconds: (now.at - before.at) / 1000,
    state: processState(now.samples),
    routes: sorted(routes, sort),
    modules: sorted(modules, sort),
  };
}
