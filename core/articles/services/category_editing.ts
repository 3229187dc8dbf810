import { standardFailures } from 'lectern';
import { columnsOf, insertRow, revise, type Database, type Target } from '../../database/index.ts';
import type { Services } from 'lectern';
import { failures } from '../failures.ts';
import type { CategoryChange, NewCategory } from '../inputs.ts';

const UNIQUE_VIOLATION = '23505';

/** Changes of article categories, for managers. */
export class CategoryEditing {
  readonly #database: Database;
  readonly #clock: Services['clock'];

  constructor({ database, clock }: Pick<Services, 'database' | 'clock'>) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Creates a category. @returns its id @throws failures.codeTaken, invalidParameter */
  async add(input: NewCategory): Promise<string> {
    return this.#change(async () => {
      await this.#refuseWrongParent(input.parentId);
      const row = { ...columnsOf(input), created_at: this.#clock.now() };
      return insertRow(this.#database, 'article_categories', row);
    });
  }

  /** Changes given fields. @throws failures.categoryNotFound, failures.codeTaken, invalidParameter, preconditionFailed */
  async update({ id, seen }: Target, input: CategoryChange): Promise<void> {
    await this.#change(async () => {
      await this.#refuseWrongParent(input.parentId, id);
      const change = columnsOf(input);
      if (!(await revise(this.#database, { table: 'article_categories', id, seen, change }))) {
        throw failures.categoryNotFound();
      }
    });
  }

  /** Removes a category without children and articles. @throws failures.categoryNotFound, failures.categoryInUse */
  async remove({ id, seen }: Target): Promise<void> {
    await this.#change(async () => {
      if (!(await revise(this.#database, { table: 'article_categories', id, seen, change: {} }))) {
        throw failures.categoryNotFound();
      }
      const child = await this.#database.table('article_categories').where('parent_id', id).first('id');
      const article = await this.#database.table('articles').where('category_id', id).first('id');
      if (child ?? article) throw failures.categoryInUse();
      await this.#database.table('article_categories').where({ id }).delete();
    });
  }

  /** Serializes changes of the tree: two changes that are valid alone could create a cycle together. */
  async #change<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#database.transaction(async () => {
        await this.#database.table('article_categories').orderBy('id').forUpdate().select('id');
        return work();
      });
    } catch (error) {
      if (codeOf(error) === UNIQUE_VIOLATION) throw failures.codeTaken();
      throw error;
    }
  }

  async #refuseWrongParent(parentId: string | undefined, id?: string): Promise<void> {
    if (parentId === undefined || parentId === '0') return;
    const { rows } = await this.#database.raw<{ id: string }>(
      `with recursive line (id, parent_id) as (
         select id, parent_id from article_categories where id = ?
         union
         select above.id, above.parent_id from article_categories above join line on above.id = line.parent_id
       )
       select id from line`,
      [parentId],
    );
    if (rows.length > 0 && !rows.some((row) => row.id === id)) return;
    const message = 'must be the id of an existing category, and neither of this category nor of a descendant';
    throw standardFailures.invalidParameter({ details: [{ field: 'parentId', message }] });
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
