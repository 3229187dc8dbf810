import { field, shape } from 'lectern';
import { articleStates } from '../services/article_status.ts';

/** An article (specification, section 2, Article). */
export const article = shape('Article').mode('public', {
  id: field.intString('Id.'),
  title: field.text('Title.'),
  categoryId: field.intString('Id of the category, 0 for none.'),
  tagIds: field.text('Ids of the tags, with commas between them.'),
  source: field.text('Name of the source.'),
  sourceUrl: field.url('Address of the source.'),
  publishedTime: field.nullable(field.timestamp('When it was published, in unix seconds.')),
  body: field.html('Content, as HTML; addresses in it are absolute.'),
  thumb: field.url('Thumbnail.'),
  originalThumb: field.url('Image that the thumbnail was made of.'),
  picture: field.url('Picture; the first image of the body unless one was given.'),
  status: field.oneOf(articleStates.names, 'Status.'),
  hits: field.intString('Times it was read.'),
  featured: field.intString('1 for a headline.'),
  promoted: field.intString('1 for a recommended one.'),
  sticky: field.intString('1 for a pinned one.'),
  postNum: field.intString('Number of replies.'),
  upsNum: field.intString('Number of likes.'),
  userId: field.intString('Id of the user who wrote it.'),
  createdTime: field.datetime('When it was created.'),
  updatedTime: field.datetime('When it was last changed.'),
  orgId: field.text('Id of the organization.'),
  orgCode: field.text('Code of the organization.'),
  tags: field.list(field.text('Name of a tag.'), 'Names of the tags.'),
});
