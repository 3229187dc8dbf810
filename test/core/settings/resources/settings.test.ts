import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { startPlatform, type Platform } from '../../support/platform.ts';

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

/** Each section as it is before anybody set anything; what stands in the demo data is overlaid below. */
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

describe('settings', () => {
  for (const [kind, config, expected] of [
    ['of a new installation', { demo: false }, initial],
    ['of the demo data', { demo: true }, { ...initial, ...demo }],
  ] as const) {
    describe(kind, () => {
      let platform: Platform;
      before(async () => {
        platform = await startPlatform(config);
      });
      after(() => platform.stop());

      for (const [name, section] of Object.entries(expected)) {
        it(`have the section ${name}, open to all`, async () => {
          const { body, text } = await platform.api.get(`/api/settings/${name}`).expect(200);
          expect(JSON.parse(text.replaceAll(platform.url, 'URL'))).to.deep.equal(section);
          expect((await platform.api.get(`/api/setting/${name}`)).body).to.deep.equal(body);
        });
      }
    });
  }

  describe('through the door', () => {
    let platform: Platform;
    before(async () => {
      platform = await startPlatform();
    });
    after(() => platform.stop());

    for (const name of ['nothing', 'Site', 'site%20', '__proto__', 'constructor', 'toString', '%2e%2e', '1']) {
      it(`do not have the section ${name}: 404, code 10`, async () => {
        expect((await platform.api.get(`/api/settings/${name}`).expect(404)).body.error.code).to.equal(10);
      });
    }

    it('come several at once', async () => {
      const { body } = await platform.api.get('/api/settings?types[]=wap&types[]=ugc_note').expect(200);
      expect(body).to.deep.equal({ wap: initial['wap'], ugc_note: initial['ugc_note'] });
      expect((await platform.api.get('/api/settings?types=wap')).body).to.deep.equal({ wap: initial['wap'] });
    });

    it('do not come when one of several is not there, nor when none is named', async () => {
      expect(
        (await platform.api.get('/api/settings?types[]=wap&types[]=nothing').expect(404)).body.error.code,
      ).to.equal(10);
      expect((await platform.api.get('/api/settings').expect(422)).body.error.code).to.equal(9);
    });

    it('can be narrowed to some fields', async () => {
      expect((await platform.api.get('/api/settings/coin?fields=name,secret')).body).to.deep.equal({ name: '学币' });
    });

    describe('changed in a transaction', () => {
      const siteName = async () => {
        const { settings } = platform.kernel.services;
        return (await settings.get(settings.section('site')))['name' as never];
      };
      const rename = (name: string) => {
        const { settings } = platform.kernel.services;
        return settings.update(settings.section('site'), { name });
      };

      it('are its own, and nothing is left of them when it is rolled back', async () => {
        const before = await siteName();
        const undo = new Error('undo');
        const failing = platform.kernel.services.database.transaction(async () => {
          await rename('never committed');
          expect(await siteName()).to.equal('never committed');
          throw undo;
        });
        expect(await failing.catch((error: unknown) => error)).to.equal(undo);
        expect(await siteName()).to.equal(before);
      });

      it('are seen at once after the commit, also where others have read them before it', async () => {
        const before = await siteName();
        let begin = () => {};
        const outside = new Promise<void>((resolve) => (begin = resolve)).then(siteName);
        await platform.kernel.services.database.transaction(async () => {
          await rename('committed');
          begin();
          // The embedded database has one connection, so that others read after the commit.
          if (process.env['TEST_DATABASE_URL']) expect(await outside).to.equal(before);
        });
        expect(await siteName()).to.equal('committed');
        await outside;
      });
    });
  });
});
