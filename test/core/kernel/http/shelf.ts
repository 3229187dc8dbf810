const manifest = JSON.stringify({ name: 'shelf', version: '1.0.0', engines: { lectern: '*' } });

/** A book with a revision, a list that caches may keep, and answers with secrets. */
export const shelf = {
  'core/shelf/module.json': manifest,
  'core/shelf/services.mjs': `
    import { contributes } from 'lectern';
    class Key {
      name = 'Key'; rank = 10; challenge = 'Key realm="shelf"'; security = { type: 'apiKey', in: 'header', name: 'X-Key' };
      find(request) { return request.header('x-key'); }
      identify() { return { id: '1', nickname: 'reader', roles: [], permissions: { has: () => true } }; }
    }
    class Session extends Key {
      name = 'Session'; rank = 20; challenge = undefined; security = { type: 'apiKey', in: 'cookie', name: 'session' };
      find(request) { return request.header('cookie'); }
    }
    export default { key: contributes('authenticators', Key), session: contributes('authenticators', Session) };`,
  'core/shelf/resources/books.mjs': `
    import { defineResource, field, input, shape, standardFailures } from 'lectern';
    const book = shape('Book').mode('public', { id: field.intString('Id.'), title: field.text('Title.') });
    const one = { id: 7, title: 'First', revision: 1 };
    const returns = [book, 'public'];
    const accepts = { title: input.text() };
    export default defineResource('/books', {
      get: { open: true, returns, run: (services, { reply }) => { reply.revision(one.revision); return one; } },
      search: { open: true, cached: 60, returns, run: () => one },
      add: { open: true, creates: true, accepts, returns, run: (services, { input: { title } }) => ({ id: 8, title }) },
      update: { open: true, revised: true, accepts, returns, run: (services, { request, input: { title } }) => {
        if (request.revisions && !request.revisions.includes(String(one.revision))) throw standardFailures.preconditionFailed();
        Object.assign(one, { title, revision: one.revision + 1 });
        return one;
      } },
      remove: { open: true, returns, run: () => one },
    });`,
  'core/shelf/keys.mjs': `
    import { choiceOf, choose, defineResource, field, input, listOf, nested, raw, recordOf, shape } from 'lectern';
    const key = shape('Key').mode('name', { name: field.text('Name.') }).mode('full', { token: field.secret('Opens it.') });
    const ring = shape('Ring').mode('public', { keys: field.list(nested(key, 'full', 'A key.'), 'Keys.') });
    const either = choiceOf('Either', () => ['name', 'full'].map((mode) => ({ shape: key, mode })));
    const one = { name: 'front', token: 't-1' };
    const accepts = { mode: input.optional(input.text()) };
    const chosen = (services, { input: { mode = 'full' } }) => choose(key, mode, one);
    const made = (name, search, more) => defineResource('/key/' + name, { search: { open: true, accepts, ...search }, ...more });
    export const names = made('names', { cached: 60, returns: [key, 'name'], run: () => one });
    export const lists = made('lists', { cached: 60, returns: [listOf(key), 'full'], run: () => [one] }, {
      add: { accepts: { n: input.integer() }, returns: [key, 'full'], run: () => one },
    });
    export const rings = made('rings', { returns: [ring, 'public'], run: () => ({ keys: [one] }) });
    export const choices = made('choices', { returns: [either], run: chosen });
    export const records = made('records', { returns: [recordOf(either)], run: (...call) => ({ a: chosen(...call) }) });
    export const raws = made('raws', { returns: [raw], run: () => one });
    export const open_raws = made('open_raws', { cached: 60, returns: [raw], run: () => one });`,
  'core/shelf/public/note.txt': 'A note.',
  ...Object.fromEntries(
    ['names', 'lists', 'rings', 'choices', 'records', 'raws', 'open_raws'].map((name) => [
      `core/shelf/resources/${name}.mjs`,
      `export { ${name} as default } from '../keys.mjs';`,
    ]),
  ),
};
