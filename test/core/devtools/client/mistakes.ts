/** Wrong uses of the client of the platform. The compiler has to find an error at each `@ts-expect-error`. */
export const mistakes = `
import type { connect } from './client.ts';

export async function mistakes(api: ReturnType<typeof connect>) {
  // @ts-expect-error -- there is no such path
  await api.get('/api/artikles');
  // @ts-expect-error -- the method is not there
  await api.delete('/api/articles');
  // @ts-expect-error -- the parameter is missing
  await api.get('/api/articles/{id}');
  // @ts-expect-error -- the parameter has another name
  await api.get('/api/articles/{id}', { path: { articleId: '3' } });
  // @ts-expect-error -- the query knows no such field
  await api.get('/api/articles', { query: { limits: 2 } });
  // @ts-expect-error -- the field of the query has another type
  await api.get('/api/articles', { query: { limit: true } });
  // @ts-expect-error -- the body is missing
  await api.post('/api/articles', {});
  // @ts-expect-error -- the field of the body has another type
  await api.post('/api/articles', { body: { title: true, body: 'A text.', categoryId: '1' } });
  const one = await api.get('/api/articles/{id}', { path: { id: '3' } });
  // @ts-expect-error -- it may have failed
  one.data;
  // @ts-expect-error -- the answer has no such field
  if (one.ok) one.data.author;
}
`;
