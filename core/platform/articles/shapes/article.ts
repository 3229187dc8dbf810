import { field, shape } from 'lectern';
import { articleStates } from '../services/article_status.ts';

const status = field.oneOf(articleStates.names, 'Status; only managers see articles that are not published.');
const toTrash = { DELETE: 'Move an article to the trash' };
const summaries = { published: toTrash, unpublished: toTrash, trash: { DELETE: 'Delete an article for ever' } };

/** An article (specification, section 2, Article). */
export const article = shape('Article').mode('public', {
  id: field.intString('Id.'),
  title: field.text('Title, as plain text.'),
  categoryId: field.intString('Id of the category, 0 for none.'),
  tagIds: field.text('Ids of the tags, separated by commas; "" for none.'),
  source: field.text('Name of the publisher that the article was taken from; "" for none.'),
  sourceUrl: field.url('Address of the article at that publisher; "" for none.'),
  publishedTime: field.nullable(field.timestamp('Time of the first publication, in unix seconds; null before.')),
  body: field.html('Content, as HTML with absolute addresses.'),
  thumb: field.url('Address of a small picture for lists; "" for none.'),
  originalThumb: field.url('Address of the picture that the thumbnail was made from; "" for none.'),
  picture: field.url('Address of the picture; by default that of the first image of the body, "" without one.'),
  status: { ...status, schema: { ...status.schema, 'x-summaries': summaries } },
  hits: field.intString('Number of requests for this article, some seconds behind; lists do not count.'),
  featured: field.intString('1 for a headline, 0 for others; the order of lists does not depend on it.'),
  promoted: field.intString('1 for a recommended article, 0 for others; the order of lists does not depend on it.'),
  sticky: field.intString('1 for an article that stands first in the default order, 0 for others.'),
  postNum: field.intString('Number of replies, which the platform itself does not count.'),
  upsNum: field.intString('Number of likes, which the platform itself does not count.'),
  userId: field.intString('Id of the manager who created the article.'),
  createdTime: field.datetime('Time of creation.'),
  updatedTime: field.datetime('Time of the last change.'),
  orgId: field.text('Id of the organization; "1", since an installation has one.'),
  orgCode: field.text('Code of the organization; "1.", since an installation has one.'),
  tags: field.list(field.text('Name of a tag.'), 'Names of the tags, in the order of their ids.'),
});
