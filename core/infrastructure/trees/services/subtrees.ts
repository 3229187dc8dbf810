import { ReadBatch, type Database, type ReadCall } from '../../database/index.ts';

/** Id of a node, and the ids of the node and its descendants. */
interface Subtree {
  readonly root: string;
  readonly ids: readonly string[];
}

/** Reads the ids of nodes with their descendants, for filters of lists. */
export class Subtrees {
  readonly #subtrees: ReadBatch<readonly string[]>;

  /** @param table a table with the columns `id` and `parent_id` */
  constructor(database: Database, table: string) {
    const subtrees = database.statement<Subtree, { ids: readonly string[] }>(familiesOf(table));
    this.#subtrees = new ReadBatch(database, async (ids, call) => {
      const rows = await subtrees.all({ ids }, call);
      return new Map(rows.map(({ root, ids: family }) => [root, family]));
    });
  }

  /** Returns the ids of a node and its descendants; for an unknown id only the id itself. */
  async of(id: string, call?: ReadCall): Promise<readonly string[]> {
    return (await this.#subtrees.find(id, call)) ?? [];
  }
}

function familiesOf(table: string): string {
  return `
    with recursive family (root, id) as (
      select id, id from unnest(:ids::bigint[]) as asked (id)
      union
      select family.root, child.id from ${table} child join family on child.parent_id = family.id
    )
    select root, array_agg(id) as ids from family group by root`;
}
