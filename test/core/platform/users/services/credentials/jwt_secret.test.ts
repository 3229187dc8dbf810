import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import jsonwebtoken from 'jsonwebtoken';
import type { Services } from 'lectern';
import { createKernel, type Kernel } from 'lectern/host';
import supertest from 'supertest';
import { jwtSecret } from '../../../../../../core/platform/users/services/credentials/jwt_secret.ts';
import { fillFolder } from '../../../../../support/migrated_folder.ts';
import { makeTestDatabase } from '../../../../../support/test_database.ts';
import { projectRoot } from '../../../../../support/platform.ts';
import { atOnce, itKeepsSecrets, JWT_KEY, jwtOf, secret, type Replica } from '../../support.ts';
import { prepared } from '../../../../../support/started.ts';

const production = { NODE_ENV: 'production', LECTERN_ALLOW_EMBEDDED: 'true' };

describe('The JWT key', () => {
  const logs: string[] = [];
  const kernels: Kernel[] = [];
  let folder: string;

  const place = prepared(makeTestDatabase);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-'));
    await fillFolder(folder, { demo: true });
  });
  const stop = async () => {
    for (const kernel of kernels.splice(0)) await kernel.stop();
  };
  afterEach(stop);
  after(async () => {
    await place.clear();
    rmSync(folder, { recursive: true, force: true });
  });

  const create = async (env: object, demo = true): Promise<Kernel> => {
    const kernel = await createKernel({
      root: projectRoot,
      env: { ...place.env, PORT: '0', LOG_LEVEL: 'trace', ...env },
      config: { demo },
      logTo: { write: (line) => void logs.push(line) },
    });
    kernels.push(kernel);
    return kernel;
  };
  const start = async (): Promise<Replica> => {
    const kernel = await create({ NODE_ENV: 'development', DATA_DIR: folder });
    return { kernel, api: supertest(await kernel.listen()) };
  };
  const needs = (dataDir: string) =>
    ({ usersConfig: {}, databaseConfig: { dataDir }, environment: 'development' }) as unknown as Services;
  const keyFile = () => join(folder, 'jwt_secret');

  it('is made once, in a file for its owner only, and yields to a configured key', async () => {
    const jwt = await jwtOf(await start(), 'student');
    await stop();
    const key = secret(readFileSync(keyFile(), 'utf8'));
    expect(jsonwebtoken.verify(jwt, key)).to.have.property('aud');
    expect(Buffer.from(key, 'base64url')).to.have.length(48);
    expect(statSync(keyFile()).mode & 0o777).to.equal(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith('jwt_secret'))).to.deep.equal(['jwt_secret']);
    expect(await jwtSecret(needs(folder))).to.equal(key);
    expect(await jwtSecret({ ...needs(folder), usersConfig: { jwtSecret: JWT_KEY } as never })).to.equal(JWT_KEY);
  });

  it('stops the start when the file has too short a key', async () => {
    writeFileSync(keyFile(), 'short');
    const kernel = await create({ NODE_ENV: 'development', DATA_DIR: folder });
    const failed = await kernel.start().catch((error: unknown) => error as Error);
    expect((failed as Error).message).to.match(/jwt_secret is too short.*remove the file/);
    for (const text of ['', ' \n']) {
      writeFileSync(keyFile(), text);
      const refused = await jwtSecret(needs(folder)).catch((error: unknown) => error as Error);
      expect((refused as Error).message).to.match(/jwt_secret is too short.*remove the file/);
    }
  });

  it('is the same when many make it at once', async () => {
    const own = mkdtempSync(join(tmpdir(), 'lectern-'));
    const keys = await atOnce(30, () => jwtSecret(needs(join(own, 'data'))));
    expect(new Set(keys).size).to.equal(1);
    expect(readdirSync(join(own, 'data'))).to.deep.equal(['jwt_secret']);
    rmSync(own, { recursive: true });
  });

  it('is required in production, and the error says what to set', async () => {
    const kernel = await create({ ...production, DATA_DIR: folder }, false);
    const failed = await kernel.start().catch((error: unknown) => error as Error);
    expect(failed).to.be.instanceOf(Error);
    expect((failed as Error).message).to.match(/JWT_SECRET is not set; set it to 32 random characters or more/);
  });

  it('is rejected in production when it is short, without being shown', async () => {
    const key = secret('short-key-of-24-letters!');
    const kernel = await create({ ...production, JWT_SECRET: key }, false);
    const failed = await kernel.start().catch((error: unknown) => error as Error);
    expect((failed as Error).message)
      .to.include('it has fewer than 32 characters')
      .and.not.include(key);
  });

  it('is rejected in production when it is empty', async () => {
    const failed = await create({ ...production, JWT_SECRET: '' }, false).then(
      (kernel) => kernel.start().catch((error: unknown) => error as Error),
      (error: unknown) => error as Error,
    );
    expect((failed as Error).message).to.match(/JWT_SECRET|jwtSecret/);
  });

  itKeepsSecrets(() => logs);
});
