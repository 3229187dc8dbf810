import { hash } from 'node:crypto';
import type { LimitRule, Standing } from '../counter.ts';
import type { Count, CountStore } from './count_store.ts';

/** A rule, its name, and the store of its counts. */
export interface RuleParts<Rule extends LimitRule> {
  readonly name: string;
  /** Prefix of the keys of all rules of the installation. */
  readonly keyPrefix: string;
  readonly rule: Rule;
  readonly store: CountStore;
  /** Calls the store; an unavailable store becomes the failure 503. */
  readonly reach: <T>(ask: () => Promise<T>) => Promise<T>;
}

/** A rule whose counts are in a store. */
export class StoredRule<Rule extends LimitRule = LimitRule> {
  protected readonly parts: RuleParts<Rule>;

  constructor(parts: RuleParts<Rule>) {
    this.parts = parts;
  }

  async standing(key: string): Promise<Standing> {
    return this.standingOf(await this.parts.reach(() => this.parts.store.count(this.storedKey(key))));
  }

  protected standingOf({ count, msLeft }: Count, allowed = count < this.parts.rule.points): Standing {
    const { rule } = this.parts;
    const retryAfter = allowed ? 0 : Math.max(1, Math.ceil(msLeft / 1000));
    return { allowed, remaining: Math.max(rule.points - count, 0), retryAfter, rule };
  }

  protected storedKey(key: string): string {
    const { keyPrefix, name } = this.parts;
    return `${keyPrefix}:${name}:${hashed(key)}`;
  }
}

/** Hash of a key. Keys contain phone numbers and addresses, which must not be readable in the store. */
function hashed(key: string): string {
  return hash('sha256', key, 'base64url');
}
