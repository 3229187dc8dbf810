import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

const flags = {
  ugc_review: [
    'enable',
    'course_enable',
    'classroom_enable',
    'question_bank_enable',
    'open_course_enable',
    'article_enable',
  ],
  ugc_note: ['enable', 'course_enable', 'classroom_enable'],
  ugc_thread: [
    'enable',
    'course_question_enable',
    'course_thread_enable',
    'classroom_question_enable',
    'classroom_thread_enable',
    'group_thread_enable',
  ],
  ugc_private_message: ['enable', 'student_to_student', 'student_to_teacher', 'teacher_to_student'],
};

const all = (names: readonly string[], value: 0 | 1) => Object.fromEntries(names.map((name) => [name, value]));

const ugc = {
  review: all(flags.ugc_review, 1),
  note: all(flags.ugc_note, 1),
  thread: all(flags.ugc_thread, 1),
  private_message: all(flags.ugc_private_message, 1),
};

/** Each section before any change; values of the demo data are overlaid below. */
const initial: Readonly<Record<string, object>> = {
  site: { name: 'Lectern', url: 'URL/', logo: '' },
  wap: { version: '0' },
  magic: { version: '0' },
  register: { mode: 'closed', level: 'low', captchaEnabled: true },
  payment: { enabled: false, alipayEnabled: false, wxpayEnabled: false, llpayEnabled: false },
  coin: { enabled: false, name: 'Coin', rate: '1.00', cash_model: 'none' },
  consult: { enabled: 0, qq: [], qqgroup: [], phone: [] },
  ugc,
  ...Object.fromEntries(Object.entries(flags).map(([name, names]) => [name, all(names, 1)])),
};

const demo: Readonly<Record<string, object>> = {
  register: { mode: 'email_mobile', level: 'low', captchaEnabled: true },
  payment: { enabled: true, alipayEnabled: true, wxpayEnabled: true, llpayEnabled: false },
  coin: { enabled: true, name: '学币', rate: '1.00', cash_model: 'deduction' },
};

describe('Settings', () => {
  const platform = started(startPlatform);

  async function expectSections(expected: typeof initial): Promise<void> {
    const found: Record<string, object> = {};
    for (const name of Object.keys(expected)) {
      const { body, text } = await platform.api.get(`/api/settings/${name}`).expect(200);
      found[name] = JSON.parse(text.replaceAll(platform.url, 'URL')) as object;
      expect((await platform.api.get(`/api/setting/${name}`)).body, name).to.deep.equal(body);
    }
    expect(found).to.deep.equal(expected);
  }

  it('of the demo data are readable without a credential', () => expectSections({ ...initial, ...demo }));

  it('of a new installation are readable without a credential', async () => {
    const { database } = platform.kernel.services;
    await database.table('settings').delete();
    database.changed('settings');
    await expectSections(initial);
    await platform.reset();
  });

  describe('over HTTP', () => {
    it('have no sections of other names: 404, code 10', async () => {
      for (const name of ['nothing', 'Site', 'site%20', '__proto__', 'constructor', 'toString', '%2e%2e', '1']) {
        const { body } = await platform.api.get(`/api/settings/${name}`).expect(404);
        expect(body.error.code, name).to.equal(10);
      }
    });

    it('are answered for several sections at once', async () => {
      const { body } = await platform.api.get('/api/settings?types[]=wap&types[]=ugc_note').expect(200);
      expect(body).to.deep.equal({ wap: initial['wap'], ugc_note: initial['ugc_note'] });
      expect((await platform.api.get('/api/settings?types=wap')).body).to.deep.equal({ wap: initial['wap'] });
    });

    it('are rejected when one of several sections is unknown, and without any', async () => {
      expect(
        (await platform.api.get('/api/settings?types[]=wap&types[]=nothing').expect(404)).body.error.code,
      ).to.equal(10);
      expect((await platform.api.get('/api/settings').expect(422)).body.error.code).to.equal(9);
    });

    it('can be reduced to some fields', async () => {
      expect((await platform.api.get('/api/settings/coin?fields=name,secret')).body).to.deep.equal({ name: '学币' });
    });
  });
});
