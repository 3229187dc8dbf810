import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import { after, before, describe, it } from 'mocha';
import supertest from 'supertest';
import { makeTestDatabase } from '../../../support/test_database.ts';
import { projectRoot } from '../../../support/platform.ts';
import { bearer, itKeepsSecrets, jwtOf, secret, whoIs, type Replica } from '../support.ts';
import { prepared } from '../../../support/started.ts';

describe('The JWT key of two replicas', () => {
  const logs: string[] = [];
  const kernels: Kernel[] = [];
  let folder: string;

  const place = prepared(makeTestDatabase);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-'));
  });
  after(async () => {
    for (const kernel of kernels) await kernel.stop();
    await place.clear();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<Replica> {
    const kernel = await createKernel({
      root: projectRoot,
      env: { ...place.env, PORT: '0', LOG_LEVEL: 'trace', NODE_ENV: 'development', DATA_DIR: folder },
      config: { demo: true },
      logTo: { write: (line) => void logs.push(line) },
    });
    kernels.push(kernel);
    return { kernel, api: supertest(await kernel.listen()) };
  }

  it('is the same when they start at once', async () => {
    const [a, b] = await Promise.all([start(), start()]);
    expect(await whoIs(b, bearer(await jwtOf(a, 'student')))).to.equal('student');
    expect(await whoIs(a, bearer(await jwtOf(b, 'teacher')))).to.equal('teacher');
    secret(readFileSync(join(folder, 'jwt_secret'), 'utf8'));
  });

  itKeepsSecrets(() => logs);
});
