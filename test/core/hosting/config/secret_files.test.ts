import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Kernel } from 'lectern/host';
import { Installation, manifest, type Files } from '../../../support/installation.ts';

const secret = 'the secret of the house';

const properties = {
  key: { type: 'string', secret: true, env: 'SHOP_KEY' },
  days: { type: 'integer', env: 'SHOP_DAYS' },
  nested: { type: 'object', properties: { hosts: { type: 'array', items: { type: 'string' }, env: 'SHOP_HOSTS' } } },
  friends: {
    type: 'array',
    items: { type: 'object', properties: { password: { type: 'string', secret: true, minLength: 8 } } },
  },
};
const services = `import { asFunction } from 'lectern';
export default { told: asFunction(({ shopConfig }) => ({ shopConfig })) };`;
const files: Files = {
  'plugins/shop/module.json': manifest('shop', { config: { properties } }),
  'plugins/shop/services.js': services,
  'key.txt': `${secret}\n`,
  'days.txt': '7\r\n',
  'hosts.txt': 'a, b',
  'public.txt': '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n',
  'empty.txt': '\n',
  'large.txt': 'x'.repeat(70_000),
};

describe('A configuration value in a file', () => {
  let place: Installation;
  afterEach(() => place.clear());

  /** Boots with variables that name files of the installation. */
  async function boot(variables: Record<string, string>, shop: object = {}, open = 0o600): Promise<Kernel> {
    place = new Installation({ ...files, 'config/test.json': JSON.stringify({ modules: { shop } }) });
    for (const name of Object.keys(files)) chmodSync(join(place.root, name), name.endsWith('.txt') ? open : 0o644);
    const named = Object.entries(variables).map(([name, value]) => [
      name,
      name.endsWith('_FILE') ? join(place.root, value) : value,
    ]);
    return place.boot({ env: { NODE_ENV: 'test', PORT: '0', ...Object.fromEntries(named) } });
  }
  const toldTo = ({ services }: Kernel): unknown => Reflect.get(services, 'shopConfig');

  it('is read like the value of a variable, without the line end', async () => {
    const kernel = await boot({ SHOP_KEY_FILE: 'key.txt', SHOP_DAYS_FILE: 'days.txt', SHOP_HOSTS_FILE: 'hosts.txt' });
    expect(toldTo(kernel)).to.deep.include({ key: secret, days: 7, nested: { hosts: ['a', 'b'] } });
    expect(kernel.remarks).to.deep.equal([]);
  });

  it('may be a setting of the kernel', async () => {
    const kernel = await boot({ CORS_ORIGINS_FILE: 'hosts.txt' }).catch((error: unknown) => error as Error);
    expect((kernel as Error).message).to.include('"http.cors.origins.0" must match format "origin"');
  });

  it('may be named by `$file` in a list', async () => {
    place = new Installation();
    const path = join(place.root, 'word.txt');
    place.write({
      ...files,
      'word.txt': `${secret}\n`,
      'config/test.json': JSON.stringify({ modules: { shop: { friends: [{ password: { $file: path } }] } } }),
    });
    chmodSync(path, 0o400);
    expect(toldTo(await place.boot())).to.deep.include({ friends: [{ password: secret }] });
  });

  const mistakes: Record<string, [variables: Record<string, string>, message: RegExp]> = {
    'file and variable are both set': [
      { SHOP_KEY_FILE: 'key.txt', SHOP_KEY: secret },
      /SHOP_KEY and SHOP_KEY_FILE are both set; unset one of them/,
    ],
    'the file is missing': [
      { SHOP_KEY_FILE: 'kye.txt' },
      /SHOP_KEY_FILE: .*kye\.txt cannot be read \(ENOENT\); correct/,
    ],
    'the file is a folder': [{ SHOP_KEY_FILE: 'config' }, /SHOP_KEY_FILE: .*config cannot be read \(EISDIR\)/],
    'the file is empty': [
      { SHOP_KEY_FILE: 'empty.txt' },
      /SHOP_KEY_FILE: .*empty\.txt is empty; write the value into it/,
    ],
    'the file is too large': [{ SHOP_KEY_FILE: 'large.txt' }, /SHOP_KEY_FILE: .* more than 65536 bytes/],
    'it has the wrong type': [{ SHOP_DAYS_FILE: 'key.txt' }, /"days" must be integer/],
  };
  for (const [mistake, [variables, message]] of Object.entries(mistakes)) {
    it(`is refused when ${mistake}, without being shown`, async () => {
      const [aside] = (await boot(variables)).failedPlugins;
      expect(aside?.reason).to.match(message).and.not.include(secret);
    });
  }

  it('that cannot be read sets its plugin aside, or stops the start for the kernel', async () => {
    const error = await boot({ HOST_FILE: 'nowhere.txt' }).catch((thrown: unknown) => thrown as Error);
    expect((error as Error).message).to.match(/^Configuration .*HOST_FILE: .*nowhere\.txt cannot be read \(ENOENT\)/);
    await place.clear();
    const [aside] = (await boot({}, { key: { $file: '/nowhere/key' } })).failedPlugins;
    expect(aside?.reason).to.include('"key": the named file cannot be read (ENOENT)');
  });

  const modes: Record<string, [mode: number, remark: string | undefined]> = {
    'read by all users of the machine': [0o644, 'can be read by every user'],
    'written by its group': [0o660, 'can be written by other users'],
    'written by all users': [0o602, 'can be written by other users'],
    'read by its owner and group': [0o440, undefined],
  };
  for (const [what, [mode, remark]] of Object.entries(modes)) {
    it(`is ${remark === undefined ? 'not ' : ''}remarked on when the file can be ${what}`, async () => {
      const { remarks } = await boot({ SHOP_KEY_FILE: 'key.txt' }, {}, mode);
      expect(remarks.map(({ message }) => message).join()).to.include(remark ?? '');
      expect(remarks).to.have.length(remark === undefined ? 0 : 1);
    });
  }

  it('is not remarked on when every user can read it and it is no secret, such as a public key', async () => {
    expect((await boot({ SHOP_DAYS_FILE: 'days.txt' }, {}, 0o644)).remarks).to.deep.equal([]);
    await place.clear();
    expect((await boot({ SHOP_KEY_FILE: 'public.txt' }, {}, 0o644)).remarks).to.deep.equal([]);
    await place.clear();
    expect((await boot({ SHOP_DAYS_FILE: 'days.txt' }, {}, 0o666)).remarks).to.have.length(1);
  });
});
