import type { Counter, Standing } from '../counter.ts';
import { StoredRule } from './stored_rule.ts';

export class StoredCounter extends StoredRule implements Counter {
  async take(key: string): Promise<Standing> {
    const { reach, rule, store } = this.parts;
    const counted = await reach(() => store.take(this.storedKey(key), rule));
    return this.standingOf(counted, counted.count <= rule.points);
  }

  giveBack(key: string): Promise<void> {
    const { reach, rule, store } = this.parts;
    return reach(() => store.giveBack(this.storedKey(key), rule));
  }
}
