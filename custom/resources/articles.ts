import { resource, type Call } from 'lectern';
import CoreArticles from '../../core/platform/articles/resources/articles.ts';

const CHARACTERS_A_MINUTE = 400;

/** Adds the header `X-Reading-Minutes` to an article; the body of the answer is that of core. */
@resource('/articles', { headers: { 'X-Reading-Minutes': 'Minutes that reading the article takes.' } })
export default class Articles extends CoreArticles {
  override async get(call: Call<{ id: string }>) {
    const article = await super.get(call);
    const text = article.body.replaceAll(/<[^>]*>/g, '');
    call.reply.header('X-Reading-Minutes', String(Math.max(1, Math.ceil(text.length / CHARACTERS_A_MINUTE))));
    return article;
  }
}
