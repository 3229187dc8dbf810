import { expect } from 'chai';
import fc from 'fast-check';
import { canonOf, spellingsOf } from '../../../../core/kernel/base/addresses.ts';

/** Words of addresses as they are declared -> every spelling that is served. */
const words: Readonly<Record<string, readonly string[]>> = {
  settings: ['setting', 'settings'],
  vip_levels: ['vip_level', 'vip_levels'],
  item_bank_exercises: ['item_bank_exercise', 'item_bank_exercises'],
  article_categories: ['article_category', 'article_categories'],
  order_info: ['order_info', 'order_infos'],
  pay_center: ['pay_center', 'pay_centers'],
  sms_center: ['sms_center', 'sms_centers'],
  captcha: ['captcha', 'captchas'],
  getJwt: ['getJwt', 'getJwts'],
  isLogin: ['isLogin', 'isLogins'],
  match: ['match', 'matches'],
  list: ['list', 'lists'],
  info: ['info', 'infos'],
  courses: ['course', 'courses'],
  classrooms: ['classroom', 'classrooms'],
  vip_course_sets: ['vip_course_set', 'vip_course_sets'],
  menus: ['menu', 'menus'],
  status: ['status', 'statuses'],
  news: ['news'],
  me: ['me'],
  s: ['s'],
};

const addresses = fc
  .array(
    fc.oneof(
      fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,9}$/),
      fc.constant('{id}'),
      fc.constantFrom(...Object.keys(words)),
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((segments) => `/${segments.join('/')}`);

describe('The spellings of an address', () => {
  for (const [word, spellings] of Object.entries(words)) {
    it(`of ${word} are ${spellings.join(' and ')}`, () => {
      const served = spellings.map((spelling) => `/${spelling}`);
      expect(spellingsOf(`/${word}`)).to.have.members(served);
      for (const spelling of served) expect(canonOf(spelling)).to.equal(canonOf(`/${word}`));
    });
  }

  it('are all combinations of spellings of its words, with unchanged parameters', () => {
    expect(spellingsOf('/courses/{courseId}/members')).to.have.members([
      '/course/{courseId}/member',
      '/course/{courseId}/members',
      '/courses/{courseId}/member',
      '/courses/{courseId}/members',
    ]);
  });

  it('keep the prefix of a plugin, even if its name is a plural', () => {
    expect(spellingsOf('/plugins/coupons/offers')).to.have.members([
      '/plugins/coupons/offers',
      '/plugins/coupons/offer',
    ]);
    expect(canonOf('/plugins/coupons/offers')).to.equal('/plugins/coupons/offer');
  });

  it('of "us" are not those of "me"', () => {
    expect(canonOf('/us/orders')).to.not.equal(canonOf('/me/orders'));
  });

  it('share one canonical spelling, which is its own', () => {
    fc.assert(
      fc.property(addresses, (address) => {
        const canon = canonOf(address);
        expect(canonOf(canon)).to.equal(canon);
        expect(spellingsOf(address)).to.include(address);
        for (const spelling of spellingsOf(address)) expect(canonOf(spelling), spelling).to.equal(canon);
      }),
      { numRuns: 1_000 },
    );
  });

  it('ignore how parameters are named', () => {
    expect(canonOf('/courses/{courseId}/members/{id}')).to.equal(canonOf('/course/{id}/member/{memberId}'));
  });
});
