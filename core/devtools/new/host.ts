import { basename } from 'node:path';
import { kernelVersion } from '../../hosting/internals.ts';
import { compilerOptions, json, newProject, toolVersions, type Made } from './files.ts';

/**
 * Returns the files of a new host: one module with a resource, its configuration and a test.
 * @throws Error when the folder exists and is not empty
 */
export function newHost(folder: string): Made {
  const files = {
    'package.json': json(packageOf(folder)),
    'tsconfig.json': json({ compilerOptions, include: ['core', 'test'] }),
    'config/default.json': json(config),
    'core/greetings/module.json': json(manifest),
    'core/greetings/resources/greetings.ts': resource,
    'test/greetings.test.ts': test,
  };
  return newProject(folder, files, ['npm install', 'npm test', 'npm run dev']);
}

function packageOf(folder: string): object {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return {
    name: name || 'host',
    private: true,
    type: 'module',
    scripts: { start: 'lectern start', dev: 'lectern dev', test: 'lectern test test', build: 'lectern build' },
    dependencies: { lectern: `^${kernelVersion}` },
    devDependencies: toolVersions(),
  };
}

const config = {
  http: { port: 3000, versions: { oldest: 1, newest: 1, default: 1 } },
  zone: 'UTC',
  modules: { greetings: { word: 'Hello' } },
};

const manifest = {
  name: 'greetings',
  version: '0.1.0',
  engines: { lectern: `^${kernelVersion}` },
  config: {
    properties: { word: { description: 'First word of each greeting.', type: 'string', default: 'Hello' } },
  },
};

const resource = `import { accepts, field, input, open, resource, returns, shape, use, type OpenCall } from 'lectern';

declare module 'lectern' {
  interface Services {
    greetingsConfig: { readonly word: string };
  }
}

const greeting = shape('Greeting').mode('public', { text: field.text('Text of the greeting.') });
const greeted = { name: input.text({ maxLength: 40, description: 'Name of the greeted person.' }) };

/** Greetings, open to anyone. */
@resource('/greetings')
export default class Greetings {
  protected readonly config = use('greetingsConfig');

  /** A greeting for a name. */
  @open
  @accepts(greeted)
  @returns(greeting, 'public')
  search(call: OpenCall<object, typeof greeted>) {
    return { text: \`\${this.config.word}, \${call.input.name}.\` };
  }
}
`;

const test = `import { createTestKernel, expect, type TestKernel } from 'lectern/testing';

describe('Greetings', () => {
  let test: TestKernel;

  before(async () => {
    test = await createTestKernel();
  });
  after(() => test?.stop());

  it('greets by name', async () => {
    const answer = await test.api.get('/api/greetings?name=Ann').expect(200);
    expect(answer).to.match.openapi;
    expect(answer.body).to.deep.equal({ text: 'Hello, Ann.' });
  });

  it('refuses a missing name', async () => {
    await test.api.get('/api/greetings').expect(422);
  });
});
`;
