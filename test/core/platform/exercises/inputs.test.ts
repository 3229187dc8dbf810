import { expect } from 'chai';
import { startPlatform } from '../../../support/platform.ts';
import { prepared, started } from '../../../support/started.ts';
import { wrongPrices, wrongTerms, type WrongField } from '../goods/goods_cases.ts';
import type { Row } from './support.ts';

const cover = { small: 'https://example.org/s.png', middle: 'https://example.org/m.png', large: '/files/l.png' };

describe('Inputs of a question-bank exercise', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const post = (draft: Row) =>
    platform.api
      .post('/api/item_bank_exercises')
      .set(manager)
      .send({ title: 'a', questionBankId: 1, ...draft });

  for (const [given, shown] of [
    [9.9, '9.90'],
    [0.07, '0.07'],
    [19.99, '19.99'],
    [1.1, '1.10'],
    [8, '8.00'],
    ['8', '8.00'],
    ['4.35', '4.35'],
    ['0.5', '0.50'],
  ] as const) {
    it(`store the amount ${JSON.stringify(given)} as ${shown}`, async () => {
      expect((await post({ price: given, originPrice: given }).expect(201)).body).to.include({
        price: shown,
        originPrice: shown,
      });
    });
  }

  const wrong: readonly WrongField[] = [
    [{ title: undefined }, 'title'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ questionBankId: undefined }, 'questionBankId'],
    [{ questionBankId: '0' }, 'questionBankId'],
    [{ cover: '/a.png' }, 'cover'],
    [{ cover: { ...cover, small: 'javascript:alert(1)' } }, 'cover.small'],
    [{ cover: { small: '/s.png', middle: '/m.png' } }, 'cover.large'],
    [{ seq: -1 }, 'seq'],
    [{ seq: 2_147_483_648 }, 'seq'],
    [{ recommendedSeq: 'x' }, 'recommendedSeq'],
    [{ chapterEnable: 'yes' }, 'chapterEnable'],
    [{ assessmentEnable: 2 }, 'assessmentEnable'],
    [{ joinEnable: [] }, 'joinEnable'],
    [{ recommended: 'x' }, 'recommended'],
    [{ status: 'closed' }, 'status'],
    [{ status: 'trash' }, 'status'],
    ...wrongPrices,
    ...wrongTerms,
  ];
  for (const [draft, field] of wrong) {
    it(`are rejected for ${JSON.stringify(draft).slice(0, 60)}: 422, code 9, ${field}`, async () => {
      const { body } = await post(draft).expect(422);
      expect(body.error.code).to.equal(9);
      expect(body.error.details[0].field).to.equal(field);
    });
  }
});
