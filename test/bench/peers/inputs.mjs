// Input schemas of Hono and Express, for zod.
import { z } from 'zod';

const text = z.string().min(1).max(255);
const url = text.regex(/^(https?:\/)?\/\S+$/);
const flag = z.union([z.literal(0), z.literal(1)]);
const id = z.string().regex(/^\d{1,19}$/);

export const newArticle = z.object({
  title: text,
  categoryId: id.optional(),
  tags: z.array(z.string().min(1).max(50)).max(20).optional(),
  source: text.optional(),
  sourceUrl: url.optional(),
  body: z.string().max(200_000).optional(),
  thumb: url.optional(),
  originalThumb: url.optional(),
  picture: url.optional(),
  status: z.enum(['published', 'unpublished', 'trash']).optional(),
  featured: flag.optional(),
  promoted: flag.optional(),
  sticky: flag.optional(),
});

export const articleQuery = z.object({
  categoryId: id.optional(),
  offset: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
});
