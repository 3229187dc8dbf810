import { standardFailures, type Page, use } from 'lectern';
import { containsSql, gramsOf, ListOrder, Pages, violatedUnique } from '../../../infrastructure/database/index.ts';
import type { PagePlace, ReadCall, Statement } from '../../../infrastructure/database/index.ts';
import { failures } from '../failures.ts';

const ARTICLES_AT_ONCE = 1_000;
const byName = new ListOrder('tags', [{ column: 'name', type: 'text' }]);

interface Tag {
  readonly id: string;
  readonly name: string;
}

interface TagQuery extends PagePlace {
  /** Restricts the list to names that contain this text. */
  readonly name?: string | undefined;
}

/** Tags of articles. Saving an article creates missing tags; managers rename, merge and remove tags. */
export class ArticleTags {
  readonly #database = use('database');
  readonly #pages = new Pages(this.#database, 'tags');
  readonly #byId: Statement<Tag, { id: string }> = this.#database.statement('select id, name from tags where id = :id');

  /** @throws failures.tagNotFound */
  async get(id: string, call?: ReadCall): Promise<Tag> {
    const found = await this.#byId.first({ id }, call);
    if (found) return found;
    throw failures.tagNotFound();
  }

  list({ name, ...place }: TagQuery, call?: ReadCall): Promise<Page<Tag>> {
    const grams = name === undefined ? [] : gramsOf(name);
    return this.#pages.read(
      {
        order: byName,
        columns: () => ['id', 'name'],
        found: (q, value) =>
          name === undefined
            ? q('tags')
            : q('tags').whereRaw(containsSql('name'), { grams: value('grams'), text: value('name') }),
        values: { name, grams },
        place,
        variant: String(name === undefined),
      },
      call,
    );
  }

  /** Renames a tag in all articles. @throws failures.tagNotFound, failures.tagNameTaken */
  async rename(id: string, name: string): Promise<void> {
    const renamed = this.#database
      .table('tags')
      .where({ id })
      .update({ name, search_grams: gramsOf(name) });
    const count = await renamed.catch((error: unknown) => {
      if (violatedUnique(error) !== undefined) throw failures.tagNameTaken();
      throw error;
    });
    if (count === 0) throw failures.tagNotFound();
    this.#changed();
  }

  /**
   * Removes a tag from all articles. With `into`, its articles get that tag instead.
   * @throws failures.tagNotFound
   * @throws standardFailures.invalidParameter when `into` is not the id of another tag
   */
  async remove(id: string, into: string | undefined): Promise<void> {
    await this.#database.transaction(async () => {
      const ids = [id, into].filter((one) => one !== undefined);
      const locked = await this.#database.table<Tag>('tags').whereIn('id', ids).orderBy('id').forUpdate().select('id');
      if (!locked.some((tag) => tag.id === id)) throw failures.tagNotFound();
      if (into === id || locked.length < ids.length) throw wrongInto();
      while ((await this.#replace(id, into)) === ARTICLES_AT_ONCE);
      await this.#database.table('tags').where({ id }).delete();
    });
    this.#changed();
  }

  /**
   * Replaces or removes a tag in at most 1,000 articles, so that no statement runs for long.
   * @returns the number of changed articles
   */
  async #replace(id: string, into: string | undefined): Promise<number> {
    const { rows } = await this.#database.raw<{ id: string }>(
      `update articles set revision = revision + 1, tag_ids = array(
         select distinct tag from unnest(array_replace(tag_ids, ?::bigint, ?::bigint)) as tag
         where tag is not null order by tag
       )
       where id in (
         select id from articles where tag_ids @> array[?::bigint] order by id limit ${ARTICLES_AT_ONCE} for update
       )
       returning id`,
      [id, into ?? null, id],
    );
    return rows.length;
  }

  #changed(): void {
    for (const table of ['tags', 'articles']) this.#database.changed(table);
  }
}

function wrongInto() {
  const details = [{ field: 'into', message: 'must be the id of another tag' }];
  return standardFailures.invalidParameter({ details });
}
