import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';

/** Admits any caller, records changes, and serves keys with a secret. The recorder shows its records at /records. */
const files = {
  'core/office/module.json': manifest('office', { roles: { ROLE_ADMIN: ['admin_key'] } }),
  'core/office/services.mjs': `
    import { asValue, contributes, use } from 'lectern';
    class Anyone {
      name = 'Anyone'; rank = 10; challenge = 'Basic realm="office"'; security = { type: 'http', scheme: 'basic' };
      roles = use('roles');
      find() { return ''; }
      identify() {
        return { id: '1', nickname: 'ada', roles: [], permissions: this.roles.permissionsOf(['ROLE_ADMIN']) };
      }
    }
    export const records = [];
    const recorder = {
      async record({ route, shown, answered }, run) {
        const before = await shown?.();
        const result = await run();
        records.push({ operation: route.operation, before, answered: answered(result), after: await shown?.(result) });
        return result;
      },
    };
    export default {
      anyone: contributes('authenticators', Anyone),
      recorder: contributes('changeRecorders', asValue(recorder)),
      records: asValue(records),
    };`,
  'core/office/resources/keys.mjs': `
    import { defineFailures, defineResource, field, input, nested, shape } from 'lectern';
    const inner = shape('Inner').mode('public', { code: field.secret('Secret.'), hint: field.text('Text.') });
    const key = shape('Key').mode('public', {
      name: field.text('Text.'), token: field.secret('Secret.'),
      parts: field.list(nested(inner, 'public', 'Part.'), 'Parts.'),
    });
    const failures = defineFailures({ gone: [10, 404, 'Gone.'] });
    const keys = new Map([['7', 'old']]);
    const shownAs = (name) => ({ name, token: 'hush-1', parts: [{ code: 'hush-2', hint: 'h' }], withheld: 'hush-3' });
    const get = (id) => { if (keys.has(id)) return shownAs(keys.get(id)); throw failures.gone(); };
    const managed = { requires: 'admin_key', returns: [key, 'public'] };
    export default defineResource('/keys', {
      uses: ['records'],
      get: {
        ...managed, fails: [failures.gone],
        run: ({ records }, { params }) => { records.push({ read: params.id }); return get(params.id); },
      },
      add: { ...managed, accepts: { name: input.text() }, run: (services, call) => shownAs(call.input.name) },
      update: {
        ...managed, accepts: { name: input.text() }, fails: [failures.gone],
        run: (services, call) => { get(call.params.id); keys.set(call.params.id, call.input.name); return get(call.params.id); },
      },
      remove: { ...managed, run: (services, { params }) => { keys.delete(params.id); return shownAs('removed'); } },
    });`,
  'core/office/resources/notes.mjs': `
    import { defineResource, field, shape } from 'lectern';
    const note = shape('Note').mode('public', { text: field.text('Text.') });
    const run = () => ({ text: 'for anyone' });
    export default defineResource('/notes', {
      add: { returns: [note, 'public'], run }, search: { requires: 'admin_key', returns: [note, 'public'], run },
    });`,
  'core/office/resources/records.mjs': `
    import { defineResource, raw } from 'lectern';
    export default defineResource('/records', { uses: ['records'], search: { open: true, returns: [raw], run: ({ records }) => records } });`,
};

describe('Change recorders', () => {
  const { api } = served(files);

  it('receive writes that need a permission, with secrets redacted in their values', async () => {
    await api.post('/api/keys').send({ name: 'new' }).expect(200);
    await api.patch('/api/keys/7').send({ name: 'newer' }).expect(200);
    await api.delete('/api/keys/7').expect(200);
    await api.patch('/api/keys/8').send({ name: 'none' }).expect(404);
    await api.post('/api/notes').expect(200);
    await api.get('/api/notes').expect(200);
    const { body } = await api.get('/api/records').expect(200);
    const key = (name: string) => ({ name, token: '[redacted]', parts: [{ code: '[redacted]', hint: 'h' }] });
    expect(body).to.deep.equal([
      { operation: 'add', answered: key('new') },
      { read: '7' },
      // The answer of the update equals that of `get`, which therefore does not read again.
      { operation: 'update', before: key('old'), answered: key('newer'), after: key('newer') },
      { read: '7' },
      { read: '7' },
      { operation: 'remove', before: key('newer'), answered: key('removed'), after: null },
      { read: '8' },
    ]);
  });
});
