import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import { brokenRules, configSchema } from '../../../../core/hosting/internals.ts';
import { isPublicNetwork } from '../../../../core/hosting/inspect/kernel_rules.ts';
import { snapshotOf } from '../../../../core/testing/snapshot.ts';
import { Installation, manifest, type Files } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';

const jwt = 'Zm9yIHRlc3RzIG9ubHksIG5vdCBmb3IgYW55dGhpbmcgZWxzZQ';
const production = { NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1' };

const unsafe = {
  demo: true,
  http: { trustedProxies: ['0.0.0.0/1'] },
  modules: {
    payments: { sandbox: true },
    social_login: { sandbox: true, providers: { weibo: { enabled: true, appId: '1', address: 'http://127.0.0.1:9' } } },
    verification: { sms: { provider: 'development' } },
    api_access: { apps: [{ appKey: 'demo-app', secretKey: 'demo-secret', name: 'Demo', roles: [] }] },
  },
};
const refused = [
  'demo',
  'http.trustedProxies',
  'modules.api_access.apps',
  'modules.database.url',
  'modules.payments.sandbox',
  'modules.social_login.providers',
  'modules.social_login.sandbox',
  'modules.users.jwtSecret',
  'modules.verification.sms.provider',
];

describe('A start of the platform in production', () => {
  const kernels: Kernel[] = [];
  after(() => Promise.all(kernels.map((kernel) => kernel.stop())));

  async function boot(env: NodeJS.ProcessEnv, config: object = {}, logTo = { write: (_line: string) => undefined }) {
    const kernel = await createKernel({ root: projectRoot, env: { ...production, ...env }, config, logTo });
    kernels.push(kernel);
    return kernel;
  }
  const reasonOf = async (kernel: Kernel) => ((await kernel.start().catch((error: unknown) => error)) as Error).message;
  const warned = async (kernel: Kernel) =>
    (await brokenRules({ config: kernel.config, services: kernel.services, live: false }, 'settings'))
      .filter(({ severity }) => severity === 'warned')
      .map(({ setting }) => setting);

  it('is refused for unsafe settings, all named without their values', async () => {
    const reason = await reasonOf(await boot({ JWT_SECRET: 'short-secret' }, unsafe));
    const named = [...reason.matchAll(/^ {2}"([\w.]+)": /gm)].map(([, name]) => name);
    expect(named.sort()).to.deep.equal(refused);
    expect(reason)
      .to.match(/^Production refuses/)
      .and.not.match(/short-secret|demo-secret|0\.0\.0\.0/);
  });

  it('is refused if JWT_SECRET is missing or repeats itself', async () => {
    const place = { DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' };
    const name = 'Production refuses "modules.users.jwtSecret": JWT_SECRET';
    expect(await reasonOf(await boot(place))).to.include(`${name} is not set; set it to 32 random characters`);
    const repeated = await boot({ ...place, JWT_SECRET: 'changeme'.repeat(8) });
    expect(await reasonOf(repeated)).to.include(`${name} can be guessed`);
  });

  it('warns of unsafe settings that it accepts, those of the database included', async () => {
    const snapshot = await snapshotOf({ root: projectRoot, demo: true, without: [] });
    const data = { DATA_DIR: 'memory', DATA_SNAPSHOT: snapshot, LECTERN_ALLOW_EMBEDDED: 'true' };
    const lines: string[] = [];
    const kernel = await boot(
      { ...data, JWT_SECRET: jwt, LOG_LEVEL: 'warn' },
      {},
      { write: (line) => void lines.push(line) },
    );
    await kernel.start();
    const told = lines.flatMap((line) => (JSON.parse(line) as { setting?: string }).setting ?? []);
    expect(told).to.include.members(['http.publicUrl', 'modules.users.payPasswordKey']);
    expect(lines.join('')).not.to.include('connects as a superuser');
    expect(told).to.include('modules.database.allowEmbeddedInProduction');
    await kernel.stop();
  });

  it('warns of unencrypted connections to PostgreSQL and Redis on other hosts', async () => {
    const far = { DATABASE_URL: 'postgres://a:b@db.example.com/x', REDIS_URL: 'redis://cache.example.com:6379' };
    const own = { PAY_PASSWORD_KEY: 'own', LECTERN_FILES_DIR: '/srv/files' };
    const env = { ...own, JWT_SECRET: jwt, PUBLIC_URL: 'https://example.com' };
    expect(await warned(await boot({ ...env, ...far }))).to.deep.equal([
      'modules.database.url',
      'modules.limits.redisUrl',
    ]);
    const safe = {
      DATABASE_URL: 'postgres://a:b@db.example.com/x?sslmode=verify-full',
      REDIS_URL: 'rediss://cache.example.com:6379',
    };
    expect(await warned(await boot({ ...env, ...safe }))).to.deep.equal([]);
    const near = { DATABASE_URL: 'postgres:///x?host=/run/postgresql', REDIS_URL: 'redis://:pw@127.0.0.1' };
    expect(await warned(await boot({ ...env, ...near }))).to.deep.equal([]);
  });
});

describe('Settings of the platform that are named like secrets', () => {
  interface Schema {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
    readonly description?: string;
    readonly secret?: boolean;
  }
  // The type of SMS codes `sms_forget_password` names a template.
  const isCalledSo = /(secret|secretKey|privateKey|(?<!forget_)password|passwordKey|apiV3Key|token)$/i;
  const holdsPassword = /:\/\/[^ ]*:password@/;

  function unmarked({ properties = {}, items = {} }: Schema): string[] {
    const own = Object.entries(properties).flatMap(([name, below]) => {
      const isOne = isCalledSo.test(name) || holdsPassword.test(below.description ?? '');
      return [...(isOne && below.secret !== true ? [name] : []), ...unmarked(below)];
    });
    return [...own, ...(Object.keys(items).length > 0 ? unmarked(items) : [])];
  }

  it('are marked as secret', async () => {
    const kernel = await createKernel({ root: projectRoot, env: { NODE_ENV: 'test', DATA_DIR: 'memory' } });
    const schemas: Schema[] = [configSchema, ...kernel.modules.map(({ manifest: { config = {} } }) => config)];
    await kernel.stop();
    expect(schemas.flatMap(unmarked)).to.deep.equal([]);
  });
});

describe('Safety rules', () => {
  let place: Installation;
  afterEach(() => place.clear());
  const rules = (severity: string, setting = 'modules.shop.till'): Files => ({
    'plugins/shop/module.json': manifest('shop', { config: { properties: { till: { type: 'string' } } } }),
    'plugins/shop/services.js': `import { asValue, contributes } from 'lectern';
      const rule = { setting: '${setting}', severity: '${severity}', message: 'The till is open.', fix: 'Close it.' };
      const isUnsafe = ({ services: { shopConfig } }) => {
        if (shopConfig.till === 'lost') throw new Error('The till is not there.');
        return shopConfig.till === 'open';
      };
      export default { rules: contributes('safetyRules', asValue([{ ...rule, isUnsafe }])) };`,
  });
  const config = (till: string) => ({ modules: { shop: { till } }, log: { level: 'warn' } });

  it('of severity "refused" set only their plugin aside in production', async () => {
    place = new Installation(rules('refused'));
    const { kernel, api } = await place.serve({ env: production, config: config('open') });
    expect(kernel.failedPlugins[0]?.reason).to.include(
      'modules.shop.till: refused in production. The till is open. Close it.',
    );
    await api.get('/api/plugins/shop/things').expect(503);
  });

  it('of severity "warned" log a line if the setting is unsafe or the check throws', async () => {
    for (const [till, said] of [
      ['open', 'The till is open. Close it.'],
      ['shut', ''],
      ['lost', 'could not be checked: The till is not there.'],
    ] as const) {
      place = new Installation(rules('warned'));
      const kernel = await place.boot({ env: production, config: config(till) });
      await kernel.start();
      expect(kernel.failedPlugins).to.deep.equal([]);
      const lines = place.logs.filter((line) => line.includes('modules.shop.till'));
      expect(lines.join('')).to.include(said);
      expect(lines).to.have.length(said === '' ? 0 : 1);
      await place.clear();
    }
  });

  it('of severity "refused" set no plugin aside in development', async () => {
    place = new Installation(rules('refused'));
    const kernel = await place.boot({ env: { ...production, NODE_ENV: 'development' }, config: config('open') });
    await kernel.start();
    expect(kernel.failedPlugins).to.deep.equal([]);
  });

  it('cover live reload, public URL, origins and log level', async () => {
    place = new Installation();
    const kernel = await place.boot({ env: production, live: true });
    expect(((await kernel.start().catch((error: unknown) => error)) as Error).message).to.include('lectern dev');
    const talkative = await place.boot({
      env: { ...production, LOG_LEVEL: 'debug' },
      config: { http: { cors: { origins: ['http://a.example.com'] } } },
    });
    const { config: told, services } = talkative;
    const broken = await brokenRules({ config: told, services, live: false }, 'settings');
    const settings = broken.map(({ setting }) => setting);
    expect(settings).to.deep.equal(['http.publicUrl', 'http.cors.origins', 'log.level']);
  });

  it('tell large public ranges of trusted proxies from private or narrow ones', () => {
    place = new Installation();
    const ranges = ['10.0.0.0/8', '192.0.2.1', 'loopback', 'fc00::/7', '2001:db8::/32', '::ffff:10.0.0.0/104'];
    expect(ranges.filter(isPublicNetwork)).to.deep.equal([]);
    const large = ['0.0.0.0/1', '128.0.0.0/1', '16.0.0.0/7', '::/1', '2000::/3', '::ffff:0:0/96', '::ffff:0.0.0.0/97'];
    expect(large.filter(isPublicNetwork)).to.deep.equal(large);
  });
});
