import type { Database, Statement } from '../../../infrastructure/database/index.ts';

/** Users with one of more combinations are found by the index of single roles. */
const MAX_COMBINATIONS = 50;

/**
 * The combinations of roles that users have. They are few, and the index of combinations has the users of each in the
 * order of ids; an index of single roles has no order.
 */
export class RoleCombinations {
  readonly #including: Statement<{ roles: string[] }, { roles: readonly string[]; limit: number }>;

  constructor(database: Database) {
    // Each step of the recursion is one index lookup.
    this.#including = database.operators.statement(`with recursive combination (roles) as (
           select min(roles) from users
           union all
           select (select min(roles) from users where roles > combination.roles) from combination
           where combination.roles is not null
         )
         select roles from combination where roles @> :roles::text[] limit :limit`);
  }

  /** Returns the combinations that include a role; undefined for too many. */
  async of(role: string): Promise<readonly string[][] | undefined> {
    const found = await this.#including.all({ roles: [role], limit: MAX_COMBINATIONS + 1 });
    return found.length > MAX_COMBINATIONS ? undefined : found.map(({ roles }) => roles);
  }
}
