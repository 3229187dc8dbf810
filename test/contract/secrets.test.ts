import { expect } from 'chai';
import { Canaries } from '../support/canaries.ts';
import { startOwnPlatform, type Platform } from '../support/platform.ts';
import { rememberPasswords } from '../support/remembered_passwords.ts';
import { StubProvider, type Way } from '../core/platform/social_login/stub_provider.ts';
import { Life } from './life.ts';
import { makeWorld, providerPaths, rightAnswer, sectionsOf, shownIn, type World } from './world.ts';

const ample = { points: 1_000_000, seconds: 60 };
const manyCodes = { freePerHour: 100_000, numberPerHour: 100_000, numberPerDay: 100_000 };

function configOf(world: World, providerUrl: string) {
  const { jwtSecret, payPasswordKey } = world;
  const { api_access, social_login } = sectionsOf(world, providerUrl);
  const users = { jwtSecret, payPasswordKey, failedLogins: 1_000_000, failedLoginsPerAddress: 1_000_000 };
  return {
    log: { level: 'trace' },
    modules: {
      users,
      api_access: { ...api_access, wrongTries: ample },
      social_login: { ...social_login, wrongTries: ample },
      verification: { sms: { ...manyCodes, provider: 'development' } },
    },
  };
}

describe('Secrets in a running platform', function () {
  this.timeout(120_000);
  const stub = new StubProvider();
  const world = makeWorld();
  const { canaries, socialLoginToken } = world;
  let platform: Platform;
  let life: Life;
  let stop: () => Promise<void> = () => Promise.resolve();

  before(async () => {
    platform = await startOwnPlatform(configOf(world, await stub.open()));
    stop = () => platform.stop();
    rememberPasswords(platform.services);
    const phrase = hearPhrases(platform, canaries);
    life = new Life({ url: platform.url, ...world, phrase });
    stub.says(rightAnswer);
    await life.begin();
    await life.wakeUp();
    await life.live();
    for (const way of waysOf(socialLoginToken)) {
      stub.way = way;
      await life.socialLogin();
    }
    stub.says(rightAnswer);
    await learnWhatIsKept(platform, life.mobile, canaries);
    await liveWithBrokenTables(platform, life);
    await life.wakeUp();
    await platform.kernel.services.database.stop();
    await life.live();
  });
  after(async () => {
    await stop();
    await stub.close();
  });

  it('are sent in requests of all kinds, with answers of nine statuses', () => {
    expect(canaries.size).to.be.above(40);
    expect(stub.asked.map(({ path }) => path)).to.include.members(providerPaths);
    expect(life.statuses).to.include.members([200, 400, 401, 403, 404, 422, 431, 500, 503]);
    expect(platform.logs.join('')).to.include('the request failed').and.include('"route":"/user/login"');
  });

  it('do not appear in answers, except in fields that issue them', () => {
    expect(life.problems).to.deep.equal([]);
  });

  it('are declared with the format password in all answers', async () => {
    const { components } = (await platform.api.get('/api/openapi.json').expect(200)).body as Tree;
    // Bodies of requests are schemas, too.
    const answers = Object.entries(components.schemas as Tree).filter(([name]) => !name.endsWith('Body'));
    const texts = propertiesOf(Object.fromEntries(answers)).filter(([, { type }]) => [type].flat().includes('string'));
    const bare = texts.filter(([name, { format }]) => isSecretName(name) && format !== 'password');
    expect(bare.map(([name]) => name)).to.deep.equal([]);
    expect(texts.map(([name]) => name)).to.include.members(['token', 'jwt', 'captchaToken', 'smsToken']);
  });

  it('are not logged, even at the level trace', () => {
    expect(shownIn(platform.logs, canaries)).to.deep.equal([]);
  });
});

describe('The search for secrets', () => {
  const canaries = new Canaries();
  canaries.add('password', 'pass "word" ä');
  canaries.add('code', '123456');

  it('finds plain and encoded secrets', () => {
    const password = 'pass "word" ä';
    for (const disguised of [
      password,
      encodeURIComponent(password),
      JSON.stringify({ err: { message: password } }),
      Buffer.from(password).toString('base64'),
      Buffer.from(password).toString('hex'),
    ]) {
      expect(canaries.in(`before ${disguised} behind`)).to.deep.equal(['password']);
    }
    expect(canaries.in('before "123456", behind')).to.deep.equal(['code']);
  });

  it('ignores longer numbers and words that contain a code', () => {
    expect(canaries.in('{"time":9123456789,"reqId":"a123456","ms":1.5}')).to.deep.equal([]);
  });
});

/** Ways in which a provider may fail and repeat a secret. */
function waysOf(secret: string): Way[] {
  return [
    (response) => response.end(JSON.stringify({ errcode: 40001, error: 100016, error_code: 21332, errmsg: secret })),
    (response) => response.end(JSON.stringify({ errcode: -1, error: 1, error_code: 1, errmsg: secret })),
    (response) => response.writeHead(500).end(secret),
    (response) => response.end(`<p>${secret}</p>`),
    (response) => response.writeHead(302, { Location: `http://127.0.0.1:1/?${secret}` }).end(),
    (response) => response.destroy(),
    () => undefined,
  ];
}

/** Records the phrases of captchas, which only their thread gets. @returns a function that returns the last phrase */
function hearPhrases({ kernel }: Platform, canaries: Canaries): () => string {
  const { captchaPictures } = kernel.services;
  const draw = captchaPictures.draw.bind(captchaPictures);
  let last = '';
  captchaPictures.draw = (phrase) => {
    last = canaries.add('captcha phrase', phrase);
    return draw(phrase);
  };
  return () => last;
}

/** Adds the sent codes, and the secrets of the user in the database. */
async function learnWhatIsKept({ kernel }: Platform, mobile: string, canaries: Canaries): Promise<void> {
  const { database, smsCodes } = kernel.services;
  const sent = await database.table<{ code: string }>('sms_outbox').where('mobile', mobile).select('code');
  expect(sent).to.have.length.above(1);
  for (const { code } of sent) canaries.add('SMS code', code);
  const purpose = { type: 'register', mobile } as const;
  const { smsToken, code } = await smsCodes.issue(purpose);
  expect(await smsCodes.verify({ ...purpose, smsToken, code: 'wrong' })).to.equal('invalid');
  expect(await smsCodes.verify({ ...purpose, smsToken, code: canaries.add('SMS code', code) })).to.equal('success');
  const users = await database.table<Record<string, string>>('users').where('nickname', 'student').select();
  const { mobile: number, password_hash: hash } = users[0]!;
  canaries.add('mobile number of the user', number!);
  // PostgreSQL quotes no more than the first 64 bytes of a value.
  canaries.add('hash of the password', hash!.slice(0, 50));
}

/** Sends the requests while tables refuse every row, and while some tables are missing. */
async function liveWithBrokenTables({ kernel }: Platform, life: Life): Promise<void> {
  const { database } = kernel.services;
  const { rows } = await database.raw<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`,
  );
  const tables = rows.map(({ name }) => name);
  expect(tables).to.include.members(['users', 'user_tokens', 'limit_counters', 'sms_outbox']);
  // Separately, if the failure of one table prevents queries to the others.
  for (const broken of [['limit_counters'], ['sms_outbox'], tables.filter((name) => name !== 'limit_counters')]) {
    await life.wakeUp();
    for (const name of broken) {
      await database.raw('alter table ?? add constraint broken check (false) not valid', [name]);
    }
    await life.live();
    for (const name of broken) await database.raw('alter table ?? drop constraint broken', [name]);
  }
  for (const missing of [['limit_counters'], ['users'], ['user_tokens', 'sms_outbox', 'captchas']]) {
    await life.wakeUp();
    for (const name of missing) await database.raw('alter table ?? rename to ??', [name, `gone_${name}`]);
    await life.live();
    for (const name of missing) await database.raw('alter table ?? rename to ??', [`gone_${name}`, name]);
  }
}

type Tree = Record<string, any>;

/** All properties of a part of the document, however deep, by name. */
function propertiesOf(tree: Tree): [string, Tree][] {
  return Object.entries(tree).flatMap(([name, inner]) => {
    if (typeof inner !== 'object' || inner === null) return [];
    const own = name === 'properties' ? Object.entries<Tree>(inner as Tree) : [];
    return [...own, ...propertiesOf(inner as Tree)];
  });
}

function isSecretName(name: string): boolean {
  return /token|secret|jwt|passw|credential|(api|private)_?key|signature|paysign|recovery|one_?time/i.test(name);
}
