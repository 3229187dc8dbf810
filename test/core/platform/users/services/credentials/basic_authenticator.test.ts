import { expect } from 'chai';
import { RawConnection } from '../../../../../support/raw_http.ts';
import { started } from '../../../../../support/started.ts';
import {
  base64,
  basic,
  itKeepsSecrets,
  outcome,
  PASSWORD,
  secret,
  somewhere,
  startUsers,
  whoIs,
} from '../../support.ts';

const raw = (credential: string) => ({ Authorization: `Basic ${secret(credential)}` });

describe('Names and passwords in the Authorization header', () => {
  const platform = started(startUsers);

  const ask = (headers: object, path = '/api/user/info') => platform.api.get(path).set({ ...somewhere(), ...headers });

  it('identify a user by nickname, e-mail address in any case, or mobile number', async () => {
    for (const name of ['student', 'student@example.com', 'Student@EXAMPLE.com', '13800000004']) {
      expect(await whoIs(platform, basic(name))).to.equal('student');
    }
  });

  it('are read as UTF-8', async () => {
    expect(await whoIs(platform, basic('张三'))).to.equal('张三');
    const latin = Buffer.concat([Buffer.from([0xd5, 0xc5]), Buffer.from(`:${PASSWORD}`)]);
    expect(outcome(await ask(raw(base64(latin))))).to.equal('401/4');
  });

  it('are divided by the first colon', async () => {
    const password = secret(':two:colons:张');
    await platform.api
      .patch('/api/me/password')
      .set({ ...somewhere(), ...basic('user10') })
      .send({ password: PASSWORD, newPassword: password })
      .expect(200);
    expect(await whoIs(platform, basic('user10', password))).to.equal('user10');
    expect(outcome(await ask(basic('user10', password.slice(1))))).to.equal('401/4');
    expect(outcome(await ask(basic('user10:', password.slice(1))))).to.equal('200');
  });

  it('accept the scheme in any case, with one space or more behind it', async () => {
    const credential = base64(`student:${PASSWORD}`);
    for (const scheme of ['Basic', 'basic', 'BASIC', 'bAsIc', 'Basic  ']) {
      expect(await whoIs(platform, { Authorization: `${scheme} ${credential}` })).to.equal('student');
    }
  });

  it('match a password in any composition of its characters', async () => {
    const composed = secret('pässwörd-é');
    await platform.api
      .patch('/api/me/password')
      .set({ ...somewhere(), ...basic('user11') })
      .send({ password: PASSWORD, newPassword: composed.normalize('NFC') })
      .expect(200);
    expect(await whoIs(platform, basic('user11', composed.normalize('NFD')))).to.equal('user11');
  });

  const right = `student:${PASSWORD}`;
  const malformed: Readonly<Record<string, string>> = {
    'nothing at all': '',
    'no base64': '*****',
    'base64 with more behind it': `${base64(right)} x`,
    'base64 of two words': base64(right).replace(/^(.{8})/, '$1 '),
    'no colon': base64('student'),
    'no name': base64(`:${PASSWORD}`),
    'no password': base64('student:'),
    'bytes that are no UTF-8': base64(Buffer.from([0x73, 0xff, 0xfe, 0x3a, 0x70])),
    'half a character': base64(Buffer.from([0xe5, 0xbc, 0x3a, 0x70])),
    'a NUL in the name': base64(`stu\0dent:${PASSWORD}`),
    'a NUL behind the name': base64(`student\0:${PASSWORD}`),
    'a NUL in the password': base64(`${right}\0`),
    'a mark of byte order': base64(`\ufeff${right}`),
    'a space before the name': base64(` ${right}`),
    'a name that is too long': base64(`${'s'.repeat(256)}:${PASSWORD}`),
    'a password that is too long': base64(`student:${'p'.repeat(4_000)}`),
    'a name in Cyrillic letters that look alike': base64(`\u0455tudent:${PASSWORD}`),
    'half an SQL statement': base64(`' or 1=1 --:${PASSWORD}`),
    'a wildcard': base64(`stud%:${PASSWORD}`),
  };
  it('are rejected alike when they are malformed, on open endpoints too: 401, code 4', async () => {
    for (const [what, credential] of Object.entries(malformed)) {
      for (const path of ['/api/user/info', '/api/user/isLogin']) {
        const answer = await ask(raw(credential), path);
        expect(outcome(answer), `${what} at ${path}`).to.equal('401/4');
        expect(answer.body.error.message, what).to.equal('The user name or password is wrong.');
        expect(answer.headers['www-authenticate'], what).to.include('Basic realm="lectern", charset="UTF-8"');
      }
    }
  });

  it('are rejected in the alphabet of URLs: 401, code 4', async () => {
    const password = secret('???>>>???>>>');
    await platform.api
      .patch('/api/me/password')
      .set({ ...somewhere(), ...basic('user13') })
      .send({ password: PASSWORD, newPassword: password })
      .expect(200);
    expect(await whoIs(platform, basic('user13', password))).to.equal('user13');
    const credential = Buffer.from(`user13:${password}`).toString('base64url');
    expect(credential).to.match(/[-_]/);
    expect(outcome(await ask(raw(credential)))).to.equal('401/4');
  });

  it('are rejected unread beyond the limit of headers: 431, code 2', async () => {
    expect(outcome(await ask(raw(base64(`student:${'p'.repeat(20_000)}`))))).to.equal('431/2');
  });

  it('are ignored in an unknown scheme', async () => {
    for (const header of [
      'Digest username="student"',
      'Negotiate abc',
      'Basically abc',
      'Basic-abc',
      'Basic,abc',
      'x',
    ]) {
      expect(outcome(await ask({ Authorization: header })), header).to.equal('401/11');
      expect((await ask({ Authorization: header }, '/api/user/isLogin').expect(200)).body).to.deep.equal({
        isLogin: false,
      });
    }
  });

  it('are rejected in two Authorization headers: 400, code 2', async () => {
    const student = `Basic ${base64(right)}`;
    const manager = `Basic ${base64(`manager:${PASSWORD}`)}`;
    const pairs = [
      [student, manager],
      [student, student],
      [student, 'Basic wrong'],
      [student, 'Bearer x'],
      ['Bearer x', student],
      ['Negotiate x', student],
      [student, 'Negotiate x'],
    ];
    for (const path of ['/api/user/info', '/api/user/isLogin']) {
      for (const pair of pairs) {
        const connection = new RawConnection(platform.url);
        const lines = pair.map((value) => `Authorization: ${value}\r\n`).join('');
        connection.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`);
        const { status, body } = await connection.answer();
        connection.close();
        expect(`${status}/${JSON.parse(body).error?.code}`, pair.join(' and ')).to.equal('400/2');
      }
    }
  });

  it('of a cancelled account are rejected', async () => {
    await platform.kernel.services.database.table('users').where('nickname', 'user12').update({ destroyed: true });
    expect(outcome(await ask(basic('user12')))).to.equal('401/4');
  });

  it('of a name that a cancelled account shared identify the other user', async () => {
    const users = () => platform.kernel.services.database.table('users');
    await users().where('nickname', 'user14').update({ destroyed: true });
    await users().where('nickname', 'user15').update({ nickname: '13800000014' });
    expect(await whoIs(platform, basic('13800000014'))).to.equal('13800000014');
  });

  itKeepsSecrets(() => platform.logs);
});
