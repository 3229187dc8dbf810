import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { validate } from 'dockerfile-utils';
import semver from 'semver';
import { projectRoot } from '../support/platform.ts';
import { dockerfile, said, saidAnywhere, variables, words } from './deploy/image.ts';
import { isKnown, secretVariables, textOf } from './deploy/product.ts';

const about = JSON.parse(textOf('package.json')) as { engines: { node: string } };

/** Where Compose and Kubernetes mount the volume of the uploads. */
const volume = '/var/lib/lectern';

describe('The Dockerfile', () => {
  it('passes the linter', () => {
    expect(validate(dockerfile)).to.deep.equal([]);
  });

  it('uses one Node image for all stages, of a version that the package supports', () => {
    const stages = saidAnywhere('FROM').map((text) => /(?<= AS )\w+/.exec(text)?.[0]);
    const images = new Set(saidAnywhere('FROM').map((text) => text.split(' ')[0]!));
    for (const stage of stages) images.delete(stage ?? '');
    expect(images).to.have.property('size', 1);
    const [version = ''] = /(?<=^node:)[\d.]+/.exec([...images][0]!) ?? [];
    expect(semver.intersects(`^${semver.coerce(version)!.version}`, about.engines.node)).to.equal(true);
  });

  it('runs an existing command, with production packages only', () => {
    expect(words('ENTRYPOINT')).to.deep.equal(['node', 'dist/core/cli/main.js']);
    const [command = ''] = words('CMD');
    expect(existsSync(join(projectRoot, `core/operations/commands/${command}.ts`)), command).to.equal(true);
    expect(saidAnywhere('RUN').filter((text) => text.includes('npm ci --omit=dev'))).to.have.length(1);
    expect(said('COPY')).to.include('--from=packages /srv/lectern/node_modules node_modules');
  });

  it('runs as a user other than root, and stops by SIGTERM', () => {
    expect(said('USER').at(-1)).to.match(/^[1-9]\d*:[1-9]\d*$/);
    expect(said('STOPSIGNAL')).to.deep.equal(['SIGTERM']);
    // The process owns only the folder of the uploads.
    const owned = said('COPY').filter((text) => text.includes('--chown'));
    expect(owned).to.deep.equal([`--from=build --chown=${said('USER').at(-1)!} ${volume} ${volume}`]);
    expect(said('RUN')).to.deep.equal([]);
  });

  it('sets only variables that the configuration reads, and no secrets', () => {
    expect(Object.keys(variables).filter((name) => !isKnown(name))).to.deep.equal([]);
    expect(said('EXPOSE')).to.deep.equal([variables['PORT']]);
    expect(variables).to.include({ NODE_ENV: 'production' });
    expect(saidAnywhere('ARG')).to.deep.equal([]);
    expect(secretVariables.filter((name) => dockerfile.includes(name))).to.deep.equal([]);
  });

  it('copies only paths that .dockerignore permits', () => {
    const lines = textOf('.dockerignore').split('\n');
    expect(lines.find((line) => line !== '' && !line.startsWith('#'))).to.equal('*');
    const through = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    // Only installations with plugins from packages have these.
    const optional = ['plugins.json', 'packages'];
    expect(through.filter((path) => !existsSync(join(projectRoot, path)) && !optional.includes(path))).to.deep.equal(
      [],
    );
    expect(through).to.include.members(optional);
    expect(saidAnywhere('COPY')).to.include('.npmrc packages* packages/');
    const copied = said('COPY')
      .filter((text) => text.startsWith('--from=build'))
      .flatMap((text) => [...text.matchAll(/(?<=\/srv\/lectern\/)\S+/g)].map(([path]) => path.replace('*', '')));
    expect(copied.filter((path) => path !== 'dist' && !through.includes(path))).to.deep.equal([]);
    expect(lines).to.include.members(['config/local.json', '**/node_modules', '**/secrets']);
  });

  it('checks the health by /healthz', async () => {
    const [, ...script] = words('HEALTHCHECK');
    const server = createServer((request, response) =>
      response.writeHead(request.url === '/healthz' ? 200 : 404).end(),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await codeOf(script, port)).to.equal(0);
    server.close();
    expect(await codeOf(script, port)).to.equal(1);
  });
});

async function codeOf(script: string[], port: number): Promise<number> {
  const child = spawn(process.execPath, script, { env: { PORT: String(port) } });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
}
