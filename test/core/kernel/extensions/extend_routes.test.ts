import { expect } from 'chai';
import type supertest from 'supertest';
import { Installation, manifest } from '../../../support/installation.ts';

const noting = `const note = (what) => { globalThis.steps.push(what); };`;

/** An operation of core, surrounded by everything that modules may put around one. */
const files = {
  'core/desk/module.json': manifest('desk'),
  'core/desk/shapes/desk.js': `
    import { field, shape } from 'lectern';
    export const desk = shape('Desk').mode('public', { id: field.intString('Id.') });`,
  'core/desk/services.js': `
    import { asValue, contributes, extendShape, field } from 'lectern';
    import { desk } from './shapes/desk.js';
    ${noting}
    const anyone = {
      name: 'Anyone', rank: 1, challenge: 'Anyone', security: { type: 'http', scheme: 'anyone' },
      find: () => '', identify: () => ({ id: '1', nickname: 'ada', roles: [], permissions: new Set(['desk']) }),
    };
    const record = async (_change, run) => { note('recorder'); const result = await run(); note('recorded'); return result; };
    export default {
      anyone: contributes('authenticators', asValue(anyone)),
      recorder: contributes('changeRecorders', asValue({ record })),
      listener: contributes('changeListeners', asValue({ listens: true, changed: async () => note('listener') })),
      drawers: extendShape(desk, 'public', () => ({
        fields: { drawers: field.int('Number of drawers.') },
        resolve: (desks) => { note('added field'); return desks.map(() => ({ drawers: 2 })); },
      })),
    };`,
  'core/desk/resources/desks.js': `
    import { defineResource } from 'lectern';
    import { desk } from '../shapes/desk.js';
    ${noting}
    export default defineResource('/desks', {
      update: { requires: 'desk', returns: [desk, 'public'], run: (_services, { params }) => { note('operation'); return { id: params.id }; } },
    });`,
  'plugins/polish/module.json': manifest('polish'),
  'plugins/polish/services.js': `
    import { asValue, contributes } from 'lectern';
    ${noting}
    export default { polish: contributes('operationHooks', asValue({
      address: '/desks/{id}', operation: 'update', before: () => note('before'), after: () => note('after'),
    })) };`,
};

describe('The steps around an operation', () => {
  const installation = new Installation(files);
  const steps: string[] = [];
  let api: ReturnType<typeof supertest>;

  before(async () => {
    Object.assign(globalThis, { steps });
    ({ api } = await installation.serve());
  });
  after(() => installation.clear());

  it('have one order: hooks inside the record of the change, then listeners, then added fields', async () => {
    const { body } = await api.patch('/api/desks/7').expect(200);
    expect(body).to.deep.equal({ id: '7', drawers: 2 });
    expect(steps).to.deep.equal(['recorder', 'before', 'operation', 'after', 'recorded', 'listener', 'added field']);
  });
});
