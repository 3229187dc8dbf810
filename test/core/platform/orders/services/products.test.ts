import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { Products } from '../../../../../core/platform/orders/services/products.ts';
import { started } from '../../../../support/started.ts';
import { Shop } from '../shop.ts';

describe('A product without a subscriber that delivers it', () => {
  const shop = started(() => Shop.open());

  it('is logged at the start, with its module and the fix', () => {
    const { contributions, database } = shop.services;
    const pens = { events: ['order.paid', 'order.refunded'], where: { targetType: 'pen' } };
    const counts = { events: ['order.paid'], where: {} };
    const more: Record<string, object[]> = {
      products: [{ targetType: 'card' }, { targetType: 'pen' }],
      subscribers: [pens, counts],
    };
    const of = (point: string) => [...contributions.of(point as never), ...(more[point] ?? [])];
    const lines: unknown[] = [];
    const logger = { error: (...line: unknown[]) => void lines.push(line) };
    construct(Products, { contributions: { of, moduleOf: () => 'cards' }, database, logger }).ready();
    expect(lines).to.deep.equal([
      [
        { contributor: 'cards' },
        `The product "card" of module 'cards' is sold, but never delivered; write deliverySubscriber('card', ...) in a file of subscribers/.`,
      ],
    ]);
  });
});
