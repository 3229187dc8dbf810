import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { Coupons } from '../../../../../core/platform/coupons/services/coupons.ts';
import { NEWCOMER, CouponFixture, outcomeOf, STUDENT } from '../support.ts';
import { started } from '../../../../support/started.ts';

const ALLOWED = 30;

describe('Guesses of coupon codes', () => {
  const fixture = started(() => CouponFixture.open());

  const quote = (code: string, userId: string) =>
    outcomeOf(fixture.services.coupons.quote(code, { userId, targetType: 'course', targetId: '5', price: 100_00 }));

  it('are rejected after 30 wrong codes in an hour, except codes of own coupons', async () => {
    for (let guess = 1; guess <= ALLOWED; guess++) {
      const code = ['NOSUCH', 'OTHER1'][guess % 2] ?? '';
      expect(await quote(code, STUDENT), String(guess)).to.equal('unusable');
      // A right code neither counts nor resets the count.
      expect(await quote('FREE01', STUDENT)).to.equal(guess < ALLOWED ? 'done' : 'too many');
    }
    for (const code of ['NOSUCH', 'OTHER1', 'FREE01']) expect(await quote(code, STUDENT)).to.equal('too many');
    expect(await quote('RATE85', STUDENT)).to.equal('done');
    expect(await quote('USED01', STUDENT)).to.equal('unusable');
    expect(await quote('FREE01', NEWCOMER)).to.equal('done');
  });

  it('do not include own coupons that are used already', async () => {
    for (let guess = 1; guess <= ALLOWED + 1; guess++) expect(await quote('OTHER1', NEWCOMER)).to.equal('done');
    await fixture.take('OTHER1', { userId: NEWCOMER });
    for (let guess = 1; guess <= ALLOWED + 1; guess++) expect(await quote('OTHER1', NEWCOMER)).to.equal('unusable');
  });

  it('are limited by the configuration', async () => {
    const { services } = fixture;
    const strict = construct(Coupons, {
      ...services,
      couponsConfig: { ...services.couponsConfig, wrongCodesPerHour: 1 },
    });
    const goods = { userId: '21', targetType: 'course', targetId: '5', price: 100_00 };
    const ask = (code: string) => outcomeOf(strict.quote(code, goods));
    const right = await Promise.all(Array.from({ length: 6 }, () => ask('FREE01')));
    expect(new Set(right), 'right ones at once are no guesses').to.deep.equal(new Set(['done']));
    expect([await ask('X'), await ask('X')]).to.deep.equal(['unusable', 'too many']);
  });
});
