import { field, shape } from 'lectern';
import { articleStates } from '../services/article_status.ts';

/** An article (specification, section 2, Article). */
export const article = shape('Article').mode('public', {
  id: field.intString('Id.'),
  title: field.text('Title.'),
  categoryId: field.intString('Id of the category, 0 for none.'),
  tagIds: field.text('Ids of the tags, separated by commas.'),
  source: field.text('Name of the source.'),
  sourceUrl: field.url('Address of the source.'),
  publishedTime: field.nullable(field.timestamp('Time of publication, in unix seconds.')),
  body: field.html('Content, as HTML with absolute addresses.'),
  thumb: field.url('Thumbnail; "" for none.'),
  originalThumb: field.url('Original image of the thumbnail.'),
  picture: field.url('Picture; by default the first image of the body.'),
  status: field.oneOf(articleStates.names, 'Status; only managers see articles that are not published.'),
  hits: field.intString('Number of reads.'),
  featured: field.intString('1 for a headline.'),
  promoted: field.intString('1 for a recommended article.'),
  sticky: field.intString('1 for a pinned article.'),
  postNum: field.intString('Number of replies.'),
  upsNum: field.intString('Number of likes.'),
  userId: field.intString('Id of the author.'),
  createdTime: field.datetime('Time of creation.'),
  updatedTime: field.datetime('Time of the last change.'),
  orgId: field.text('Id of the organization.'),
  orgCode: field.text('Code of the organization.'),
  tags: field.list(field.text('Name of a tag.'), 'Names of the tags.'),
});
