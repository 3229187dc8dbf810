import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient as generateHeyApi } from '@hey-api/openapi-ts';
import { expect } from 'chai';
import { build } from 'esbuild';
import ts from 'typescript';
import openapiTS, { astToString } from 'openapi-typescript';
import { writeClient } from '../../../../core/devtools/client/write_client.ts';
import { projectRoot, startOwnPlatform, type Platform } from '../../../support/platform.ts';
import { complaints } from '../../devtools/client/compiled.ts';
import { generateOrval, orvalOperation } from './clients/orval.ts';
import { ofHeyApi, ofLectern, ofOpenapiFetch, ofOrval, scriptFor, type Style } from './clients/scripts.ts';
import { Contract, type Tree } from './contract.ts';

/** Values from the answers to the calls. */
const said = [
  ...[
    5,
    3,
    11,
    4,
    'student',
    3,
    'string',
    'Article 7',
    2,
    10,
    9,
    '1000.00',
    '10.00',
    2,
    10,
    'created',
    '10.00',
    'paid',
  ],
  ...[true, true, 13, '10.00'],
];

describe('Generated clients', function () {
  // Ends a hang; the generators take seconds, and a minute beside much other work.
  this.timeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-clients-'));
  const file = (name: string) => join(folder, name);
  let platform: Platform;
  let document: Tree;

  before(async () => {
    platform = await startOwnPlatform();
    document = (await platform.api.get('/api/openapi.json')).body as Tree;
    writeFileSync(file('package.json'), '{"type":"module"}');
    symlinkSync(join(projectRoot, 'node_modules'), file('node_modules'), 'junction');
  });
  after(async () => {
    await platform.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const treeOf = (operation: string) => {
    const [method = '', path = ''] = operation.split(' ');
    return new Contract(document).operation(method, path).tree;
  };
  const idOf = (operation: string) => treeOf(operation)['operationId'] as string;

  interface Generated {
    readonly style: () => Style;
    readonly generate: () => Promise<void>;
    /** Options of the compiler that the files of the generator need. */
    readonly options?: ts.CompilerOptions;
  }

  const clients: Record<string, Generated> = {
    'lectern client': {
      style: () => ofLectern,
      generate: async () => writeFileSync(file('client.ts'), await writeClient(document)),
    },
    'openapi-typescript and openapi-fetch': {
      style: () => ofOpenapiFetch,
      generate: async () => {
        const types = await openapiTS(document as never);
        writeFileSync(file('schema.d.ts'), astToString(types));
      },
    },
    // The files of its runtime need the types of browsers. They are the same for every document. With
    // `exactOptionalPropertyTypes`, which is among the flags here, the runtimes of all its clients (fetch, next, ky, ofetch,
    // axios) have 10 to 18 errors, up to version 0.99; with the other flags they have none. So they are not checked, which
    // the header of a file without `file` says. The files of the document are.
    '@hey-api/openapi-ts': {
      options: { lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] },
      style: () => ofHeyApi(idOf),
      generate: async () => {
        const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'] as const;
        const input = document as never;
        const output = {
          path: file('hey'),
          header: (made: { readonly defaultValue: readonly string[]; readonly file?: unknown }) => [
            ...made.defaultValue,
            ...(made.file === undefined ? ['// @ts-nocheck'] : []),
          ],
        };
        await generateHeyApi({ input, output, plugins: [...plugins], logs: { level: 'silent' } });
      },
    },
    orval: {
      options: { lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] },
      style: () => ofOrval((operation) => orvalOperation(treeOf(operation), document)),
      generate: () => generateOrval(document, { baseUrl: platform.url, output: file('orval_client.ts') }),
    },
  };

  for (const [name, { style, generate, options }] of Object.entries(clients)) {
    it(`of ${name} compile strictly and make all calls without casts`, async () => {
      await generate();
      const script = scriptFor(style());
      expect(script).not.to.match(/ as (?!open\b|sdk\b)|\bany\b|\w!/);
      const path = file(`${name.replaceAll(/\W+/g, '_')}.ts`);
      writeFileSync(path, script);
      expect(complaints([path], options)).to.deep.equal([]);
      const bundle = path.replace('.ts', '.mjs');
      await build({
        entryPoints: [path],
        bundle: true,
        format: 'esm',
        platform: 'node',
        outfile: bundle,
        logLevel: 'silent',
      });
      const { visit } = (await import(pathToFileURL(bundle).href)) as { visit: (url: string) => Promise<unknown[]> };
      await platform.reset();
      expect(await visit(platform.url)).to.deep.equal(said);
    });
  }
});
