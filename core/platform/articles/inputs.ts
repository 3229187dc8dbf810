import { input, type InputOf } from 'lectern';
import { htmlText } from '../../infrastructure/html/index.ts';
import { codeFields, nodeFields } from '../../infrastructure/trees/index.ts';
import { articleStates } from './services/article_status.ts';

const flag = (description: string) => input.optional(input.integer({ maximum: 1, description }));

export const tagName = input.text({ maxLength: 50, description: 'Name, which no other tag has.' });

/** Body of `POST /articles`; only the title is required. */
export const newArticle = {
  title: input.text({ description: 'Title, as plain text.' }),
  categoryId: input.optional(input.idOrZero({ description: 'Id of the category, 0 for none.' })),
  tags: input.optional(
    input.list(tagName, {
      maxItems: 20,
      description: 'Names of tags; unknown tags are created.',
    }),
  ),
  source: input.optional(input.text({ description: 'Name of the publisher that the article was taken from.' })),
  sourceUrl: input.optional(input.url({ description: 'Address of the article at that publisher.' })),
  body: input.optional(htmlText({ description: 'Content, as HTML; unsafe elements are removed.' })),
  thumb: input.optional(input.url({ description: 'Address of a small picture for lists.' })),
  originalThumb: input.optional(input.url({ description: 'Address of the picture that the thumbnail was made from.' })),
  picture: input.optional(input.url({ description: 'Picture; default: the first image of the body.' })),
  status: input.optional(input.oneOf(articleStates.names, { description: 'Status; default: unpublished.' })),
  featured: flag('1 for a headline, 0 for none; the order of lists does not depend on it.'),
  promoted: flag('1 for a recommended article, 0 for others; the order of lists does not depend on it.'),
  sticky: flag('1 for an article that stands first in the default order, 0 for others.'),
};

/** Body of `POST /article_categories`; name and code are required. */
export const newCategory = {
  ...nodeFields,
  ...codeFields,
  publishArticle: input.optional(input.bool({ description: 'Whether articles may be published in the category.' })),
  seoTitle: input.optional(input.text({ description: 'Title for search engines, in place of the name.' })),
  seoKeyword: input.optional(input.text({ description: 'Keywords for search engines, as one text.' })),
  seoDesc: input.optional(input.text({ maxLength: 1_000, description: 'Description for search engines.' })),
};

export const articleChange = { ...newArticle, title: input.optional(newArticle.title) };
export const categoryChange = {
  ...newCategory,
  name: input.optional(newCategory.name),
  code: input.optional(newCategory.code),
};

export type NewArticle = InputOf<typeof newArticle>;
export type ArticleChange = InputOf<typeof articleChange>;
export type NewCategory = InputOf<typeof newCategory>;
export type CategoryChange = InputOf<typeof categoryChange>;
