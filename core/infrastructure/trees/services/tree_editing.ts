import { standardFailures, use, defineFailures, type FailureKind } from 'lectern';
import {
  columnsOf,
  insertRow,
  revise,
  violatedUnique,
  type Database,
  type RevisionTarget,
} from '../../database/index.ts';

export const treeFailures = defineFailures({
  treeFull: [14, 409, 'The tree has 1000 entries, and no more are possible; remove some first.'],
});

const MAX_NODES = 1_000;

/** Table of a tree with the columns `parent_id`, `weight`, `created_at` and `revision`, and its failures. */
export interface EditedTree {
  readonly table: string;
  readonly notFound: FailureKind;
  /** Failure for a node with children or contents. */
  readonly inUse: FailureKind;
  /** Failure for a value that a unique column has already. */
  readonly codeTaken?: FailureKind;
  /** Returns a row that refers to the node, such as an article of a category; undefined without such a row. */
  readonly content: (database: Database, id: string) => PromiseLike<unknown>;
}

/** Creates, changes and removes nodes of a tree, for managers. A tree has at most 1,000 nodes. */
export class TreeEditing<Input extends { readonly parentId?: string | undefined }> {
  readonly #database = use('database');
  readonly #clock = use('clock');

  constructor(private readonly kind: EditedTree) {}

  /** Creates a node. @returns its id @throws treeFull, invalidParameter, `codeTaken` of `EditedTree` */
  add(input: Input): Promise<string> {
    const { table } = this.kind;
    return this.#change(async () => {
      const nodes = await this.#database.table(table).select('id');
      if (nodes.length >= MAX_NODES) throw treeFailures.treeFull();
      await this.#refuseWrongParent(input.parentId);
      return insertRow(this.#database, table, { ...columnsOf(input), created_at: this.#clock.now() });
    });
  }

  /**
   * Changes the given fields.
   * @throws invalidParameter, preconditionFailed; `notFound`, `codeTaken` of `EditedTree`
   */
  async update(target: RevisionTarget, input: Input): Promise<void> {
    await this.#change(async () => {
      await this.#refuseWrongParent(input.parentId, target.id);
      await this.#revise(target, columnsOf(input));
    });
  }

  /**
   * Removes a node without children and contents.
   * @throws preconditionFailed; `notFound`, `inUse` of `EditedTree`
   */
  async remove(target: RevisionTarget): Promise<void> {
    const { id } = target;
    const { table, content, inUse } = this.kind;
    await this.#change(async () => {
      await this.#revise(target, {});
      const child = await this.#database.table(table).where('parent_id', id).first('id');
      if (child ?? (await content(this.#database, id))) throw inUse();
      await this.#database.table(table).where({ id }).delete();
    });
  }

  async #revise(target: RevisionTarget, change: object): Promise<void> {
    const { table, notFound } = this.kind;
    if (!(await revise(this.#database, { ...target, table, change }))) throw notFound();
  }

  /**
   * Locks all nodes, so that changes wait for one another: two moves, each valid alone, could create a cycle. The
   * locking statement does not find nodes that were added while it waited, so `work` reads the tree again.
   */
  async #change<T>(work: () => Promise<T>): Promise<T> {
    const { table, codeTaken } = this.kind;
    try {
      return await this.#database.transaction(async () => {
        await this.#database.table(table).orderBy('id').forUpdate().select('id');
        return work();
      });
    } catch (error) {
      if (codeTaken && violatedUnique(error) !== undefined) throw codeTaken();
      throw error;
    }
  }

  async #refuseWrongParent(parentId: string | undefined, id?: string): Promise<void> {
    if (parentId === undefined || parentId === '0') return;
    const { table } = this.kind;
    const { rows } = await this.#database.raw<{ id: string }>(
      `with recursive line (id, parent_id) as (
         select id, parent_id from ${table} where id = ?
         union
         select above.id, above.parent_id from ${table} above join line on above.id = line.parent_id
       )
       select id from line`,
      [parentId],
    );
    if (rows.length > 0 && !rows.some((row) => row.id === id)) return;
    const message = 'must be an existing id, and neither this object nor one below it';
    throw standardFailures.invalidParameter({ details: [{ field: 'parentId', message }] });
  }
}
