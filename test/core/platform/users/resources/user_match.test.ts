import { expect } from 'chai';
import { prepared, started } from '../../../../support/started.ts';
import { addPeople } from '../people.ts';
import { itKeepsSecrets, outcome, signedIn, startUsers } from '../support.ts';

const nicknames = [
  '100%',
  '1000',
  'a_b',
  'axb',
  'back\\slash',
  "O'Brien",
  'Zebra',
  'GREAT ZEBRA ONE',
  '王小明',
  '大王小明大',
  '小王明',
  'MÜLLER',
  '😀😀cat',
  'aXa',
];

describe('GET /user/match', () => {
  const platform = started(startUsers);

  const headers = prepared(() => signedIn(platform, 'student'));

  before(async () => {
    await addPeople(
      platform,
      nicknames.map((nickname) => ({ nickname })),
    );
    await addPeople(platform, [
      { nickname: 'Zebra the cancelled', destroyed: true },
      { nickname: 'Named otherwise', truename: 'Real Zebra', email: 'zebra@example.org' },
      { nickname: '15912345678', mobile: '15987654321' },
    ]);
  });

  const ask = (query: object | string) => platform.api.get('/api/user/match').set(headers).query(query);
  async function find(q: string): Promise<string[]> {
    const { body } = await ask({ q }).expect(200);
    return body.data.map(({ nickname }: { nickname: string }) => nickname);
  }

  const finds: readonly (readonly [q: string, what: string, found: readonly string[]])[] = [
    ['0%', 'takes % literally', ['100%']],
    ['%%', 'takes % literally, twice', []],
    ['a_b', 'takes _ literally', ['a_b']],
    ['__', 'takes _ literally, twice', []],
    ['k\\s', 'takes \\ literally', ['back\\slash']],
    ["O'B", "takes ' literally", ["O'Brien"]],
    ["' or '1'='1", 'takes an SQL statement literally', []],
    ['ebr', 'finds a part in the middle, in any case', ['Zebra', 'GREAT ZEBRA ONE']],
    ['zEBRA', 'finds in any case', ['Zebra', 'GREAT ZEBRA ONE']],
    ['T ZEBRA O', 'finds over spaces', ['GREAT ZEBRA ONE']],
    ['王小', 'finds Chinese', ['王小明', '大王小明大']],
    ['小明', 'finds Chinese in the middle', ['王小明', '大王小明大']],
    ['王明', 'finds neighbours only', ['小王明']],
    ['😀😀', 'counts characters, not halves of them', ['😀😀cat']],
    ['üll', 'finds letters beyond ASCII', ['MÜLLER']],
    ['ÜLL', 'finds letters beyond ASCII, in any case', ['MÜLLER']],
    ['axa', 'finds what has the pairs in this order', ['aXa']],
    ['xax', 'does not find what has only the pairs', []],
    ['Real', 'does not look at real names', []],
    ['student@example.com', 'finds an e-mail address', ['student']],
    ['STUDENT@Example.com', 'finds an e-mail address in any case', ['student']],
    ['student@', 'does not find a part of an e-mail address', []],
    ['@example.com', 'does not find the end of an e-mail address', []],
    ['13800000004', 'finds a mobile number', ['student']],
    ['1380000000', 'does not find a part of a mobile number', []],
    ['15987654321', 'finds a mobile number and no other', ['15912345678']],
    ['1591', 'finds a part of a nickname of digits', ['15912345678']],
    ['locked', 'finds locked users', ['locked']],
  ];
  it('finds users by a part of the nickname, an e-mail address or a mobile number', async () => {
    const all: (typeof finds)[number][] = [];
    for (const [q, what] of finds) all.push([q, what, await find(q)]);
    expect(all).to.deep.equal(finds);
  });

  it('lists at most twenty users, by id', async () => {
    const { body } = await ask({ q: 'user' }).expect(200);
    expect(body.data.map(({ id }: { id: string }) => Number(id))).to.deep.equal(
      Array.from({ length: 20 }, (_, index) => 9 + index),
    );
  });

  it('requires two characters in one text: 422, code 9', async () => {
    for (const query of [
      {},
      { q: '' },
      { q: 'x' },
      { q: '张' },
      { q: '😀' },
      'q[]=user&q[]=user',
      'q=user&q=user',
      'q[a]=user',
      'q=us%00er',
      { q: 'x'.repeat(256) },
    ]) {
      const answer = await ask(query);
      expect(outcome(answer), JSON.stringify(query)).to.equal('422/9');
      expect(answer.body.error.details[0].field).to.equal('q');
    }
    expect(outcome(await ask('q=%ff%fe'))).to.equal('400/2');
  });

  it('shows no e-mail address, number or role', async () => {
    const { text } = await ask({ q: 'user9' }).expect(200);
    for (const word of ['@', '138', 'ROLE', 'User 9', 'locked']) expect(text).to.not.include(word);
  });

  itKeepsSecrets(() => platform.logs);
});
