import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';
import { giving, installations, opening } from '../boot/support.ts';

const notes = {
  'core/notes/module.json': manifest('notes'),
  'core/notes/services.js': `${opening}
    class Names {
      name = 'Name'; rank = 1; challenge = 'Name'; security = { type: 'http', scheme: 'name' };
      find = (request) => request.header('authorization');
      identify = (id) => ({ id, nickname: id, roles: [], permissions: new Set(['notes']) });
    }
    export default { names: contributes('authenticators', Names) };`,
  'core/notes/resources/notes.js': `${opening}
    export default defineResource('/notes', {
      search: { requires: 'notes', returns: [greeting, 'public'], run: (_, { user }) => ({ text: user.nickname }) },
      add: { open: true, accepts: { text: input.text() }, returns: [greeting, 'public'], run: (_, { input }) => {
        if (input.text === 'taken') throw Object.assign(new Error('duplicate'), { driver: 23505 });
        if (input.text === 'broken') throw Object.assign(new Error('broken'), { driver: 1 });
        return input;
      } },
    });`,
};

/** A plugin that decorates every convention, converts errors of a driver, and has middleware before the API. */
const changes = giving(
  'plugins/changes',
  `
  authentication: decorates((previous) => ({
    identify: (request) => {
      const caller = previous.identify(request);
      return caller && { ...caller, nickname: 'the caller ' + caller.nickname };
    },
  })),
  authorization: decorates((previous) => ({
    compile: (route) => {
      const refusalOf = previous.compile(route);
      return (caller) => (caller?.id === 'eve' ? standardFailures.permissionDenied() : refusalOf(caller));
    },
  })),
  inputReading: decorates((previous) => ({
    compile: (route) => {
      const read = previous.compile(route);
      return (source) => read({ ...source, text: String(source.text).trim() });
    },
  })),
  responseFilters: decorates((previous) => ({
    compile: (route, write) => {
      const filter = previous.compile(route, write);
      return (value, request) => filter({ text: value.text + '!' }, request);
    },
  })),
  errorConversion: decorates((previous) => ({
    convert: (thrown) => previous.convert(thrown.message === 'broken' ? standardFailures.unavailable() : thrown),
  })),
  faulty: contributes('errorConverters', asValue({ convert: () => { throw new Error('a bug of the converter'); } })),
  driver: contributes('errorConverters', asValue({
    convert: (thrown) => (thrown.driver === 23505 ? standardFailures.badRequest({ message: 'This is taken.' }) : undefined),
  })),
  before: contributes('middleware', asValue({
    handle: (request, response, next) => {
      response.setHeader('X-Before', request.ip ?? '');
      if (request.url.startsWith('/api/before')) return response.status(202).json({ before: true });
      if (request.headers['x-broken']) throw new Error('a bug of the middleware');
      return next();
    },
  }))`,
);
describe('The conventions', () => {
  const { installation, api } = served({ ...notes, ...changes });

  const add = (text: string) => api.post('/api/notes').send({ text });

  it('let a plugin decorate the authentication, the authorization and the response filters', async () => {
    const { body } = await api.get('/api/notes').set('authorization', 'ann').expect(200);
    expect(body).to.deep.equal({ text: 'the caller ann!' });
    await api.get('/api/notes').set('authorization', 'eve').expect(403);
    await api.get('/api/notes').expect(401);
  });

  it('let a plugin decorate the reading of input', async () => {
    const { body } = await add('  hello ').expect(200);
    expect(body).to.deep.equal({ text: 'hello!' });
  });

  it('let a plugin convert errors, even after a converter that fails', async () => {
    const { body } = await add('taken').expect(400);
    expect(body.error.message).to.equal('This is taken.');
    await add('broken').expect(503);
    expect(installation.logs.join('')).to.include('a bug of the converter').and.not.include('duplicate');
  });

  it('let a plugin put middleware before the API, with errors in the common format', async () => {
    await api.get('/api/before').expect(202, { before: true });
    const answer = await add('hello').expect(200);
    expect(answer.headers['x-before']).to.include('127.0.0.1');
    const { body } = await api.get('/api/notes').set('X-Broken', '1').expect(500);
    expect(body).to.have.keys('error', 'requestId');
  });
});

describe('A convention', () => {
  const install = installations();
  const starting = (services: string) => install({ ...notes, ...giving('plugins/changes', services) });

  it('sets aside a plugin that replaces it', async () => {
    const kernel = await starting('authorization: asValue({})').boot();
    expect(kernel.failedPlugins.map(({ reason }) => reason).join()).to.match(
      /^plugins\/changes\/services\.js: the service "authorization" belongs to the kernel; write decorates/,
    );
  });

  it('sets aside a plugin whose decorator returns an invalid value', async () => {
    const { kernel, api } = await starting('errorConversion: decorates(() => ({ transform: () => 1 }))').serve();
    expect(kernel.failedPlugins.map(({ reason }) => reason)).to.deep.equal([
      'plugins/changes/services.js: the decorator of the service "errorConversion" returned a value without convert(); add this method.',
    ]);
    await api.get('/api/notes').expect(401);
  });
});
