import { accepts, fails, input, pageOf, requires, resource, returns, use, summary, field, shape } from 'lectern';
import type { Call } from 'lectern';
import { keysetPaging } from '../../../infrastructure/database/index.ts';
import { done } from '../../users/index.ts';
import { failures } from '../failures.ts';
import { tagName } from '../inputs.ts';

const articleTag = shape('ArticleTag').mode('public', {
  id: field.intString('Id.'),
  name: field.text('Name, which no other tag has.'),
});

const conditions = {
  name: input.optional(input.text({ maxLength: 50, description: 'Only tags with this text in the name.' })),
  ...keysetPaging,
};
const change = { name: tagName };
const removal = { into: input.optional(input.id({ description: 'Id of the tag that the articles get instead.' })) };

/** Tags of articles. Signed-in callers read them, managers of articles change them. */
@resource('/article_tags', { missing: failures.tagNotFound })
export default class ArticleTags {
  protected readonly tags = use('articleTags');

  @summary('List article tags, by name')
  @accepts(conditions)
  @returns(pageOf(articleTag), 'public')
  search(call: Call<object, typeof conditions>) {
    return this.tags.list(call.input, call);
  }

  @summary('Get an article tag')
  @returns(articleTag, 'public')
  get(call: Call<{ id: string }>) {
    return this.tags.get(call.params.id, call);
  }

  @summary('Rename an article tag in all articles')
  @requires('admin_article')
  @accepts(change)
  @fails(failures.tagNameTaken)
  @returns(articleTag, 'public')
  async update({ params: { id }, input: { name } }: Call<{ id: string }, typeof change>) {
    await this.tags.rename(id, name);
    return this.tags.get(id);
  }

  @summary('Remove an article tag from all articles, or merge it into another tag')
  @requires('admin_article')
  @accepts(removal)
  @returns(done, 'public')
  async remove({ params: { id }, input: { into } }: Call<{ id: string }, typeof removal>) {
    await this.tags.remove(id, into);
    return { success: true };
  }
}
