import { use } from 'lectern';
import { columnsOf, gramsOf, revise, type RevisionTarget } from '../../../infrastructure/database/index.ts';
import type { Checked } from '../../../infrastructure/events/index.ts';
import { mustBeNode } from '../../../infrastructure/trees/index.ts';
import { failures } from '../failures.ts';
import type { ArticleChange, NewArticle } from '../inputs.ts';
import { insertArticle, type NewRow } from './article_insert.ts';
import { articleStates, type ArticleStatus } from './article_status.ts';
import type { Article } from './articles.ts';

interface Row {
  readonly status: ArticleStatus;
  readonly title: string;
  readonly body: string;
  readonly published_at: Date | null;
}

/** Creates, changes and removes articles, for managers. */
export class ArticleEditing {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #publishing: Checked<'article.publishing'> = use('eventChecks').before('article.publishing');

  /**
   * Creates an article, unpublished by default.
   * @throws standardFailures.invalidParameter for an unknown category; failures of the checks of `article.publishing`
   */
  async add({ tags, ...input }: NewArticle, userId: string): Promise<Article> {
    const now = this.#clock.now();
    const status = input.status ?? 'unpublished';
    const row = {
      ...columnsOf({ ...input, status }),
      published_at: status === 'published' ? now : null,
      user_id: userId,
      created_at: now,
      updated_at: now,
    };
    const article = { row, categoryId: input.categoryId, tags: tags && [...new Set(tags)] };
    const insert = async () => (await insertArticle(this.#database, article)) ?? this.#addWithTags(article);
    const { title, body = '' } = input;
    return status === 'published' ? this.#publishing({ articleId: null, title, body }, insert) : insert();
  }

  /** Inserts the tags that do not exist yet, then the article. */
  #addWithTags(article: NewRow): Promise<Article> {
    return this.#database.transaction(async () => {
      await this.#mustBeCategory(article.categoryId);
      await this.#addTags(article.tags ?? []);
      const made = await insertArticle(this.#database, article);
      if (made) return made;
      throw new Error(
        'insertArticle() inserted no article, although its category and its tags exist. Report this as a defect of Lectern.',
      );
    });
  }

  /**
   * Changes the given fields. The first publication sets `published_at`.
   * @throws failures.articleNotFound, failures.wrongStatus; failures of the checks of `article.publishing`
   * @throws standardFailures.invalidParameter for an unknown category
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async update({ id, seen }: RevisionTarget, { tags, ...input }: ArticleChange): Promise<void> {
    await this.#database.transaction(async () => {
      // Locks the tags before the article, as the removal of a tag does, so that no deadlock occurs.
      const tag_ids = tags && (await this.#tagIds(tags));
      const row = await this.#lock(id);
      if (input.status && !articleStates.allow(row.status, input.status)) {
        throw failures.wrongStatus();
      }
      await this.#mustBeCategory(input.categoryId);
      const now = this.#clock.now();
      const isFirst = input.status === 'published' && row.published_at === null;
      const change = {
        ...columnsOf({ ...input, tag_ids }),
        ...(isFirst && { published_at: now }),
        updated_at: now,
      };
      const write = () => revise(this.#database, { table: 'articles', id, seen, change });
      if (input.status !== 'published' || row.status === 'published') return write();
      const { title = row.title, body = row.body } = input;
      return this.#publishing({ articleId: id, title, body }, write);
    });
  }

  /**
   * Moves an article to the trash, or deletes an article that is in the trash.
   * @throws failures.articleNotFound
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   */
  async remove({ id, seen }: RevisionTarget): Promise<void> {
    await this.#database.transaction(async () => {
      const { status } = await this.#lock(id);
      // Runs before a deletion, too: `revise` compares the revision that the client has read.
      await revise(this.#database, { table: 'articles', id, seen, change: { status: 'trash' } });
      if (status === 'trash') await this.#database.table('articles').where({ id }).delete();
    });
  }

  async #lock(id: string): Promise<Row> {
    const row = await this.#database.table<Row & { id: string }>('articles').where({ id }).forUpdate().first();
    if (row) return row;
    throw failures.articleNotFound();
  }

  #mustBeCategory(id: string | undefined): Promise<void> {
    return mustBeNode(this.#database, { table: 'article_categories', field: 'categoryId', id });
  }

  async #addTags(names: readonly string[]): Promise<void> {
    // Sorted: concurrent transactions that insert the same names in different orders would deadlock.
    const rows = [...new Set(names)].sort().map((name) => ({ name, search_grams: gramsOf(name) }));
    if (rows.length > 0) await this.#database.table('tags').insert(rows).onConflict('name').ignore();
  }

  async #tagIds(names: readonly string[]): Promise<string[]> {
    if (names.length === 0) return [];
    await this.#addTags(names);
    const tags = await this.#database
      .table<{ id: string; name: string }>('tags')
      .whereIn('name', [...names])
      .orderBy('id')
      .forKeyShare()
      .select('id');
    return tags.map(({ id }) => id);
  }
}
