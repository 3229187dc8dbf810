import { expect } from 'chai';
import type supertest from 'supertest';

type Row = Record<string, any>;

/** An invalid field, and its name in the answer. */
export type WrongField = readonly [Row, string];

export const start = Date.UTC(2026, 2, 1) / 1_000;
export const end = Date.UTC(2026, 3, 1) / 1_000;
const prices = [-1, '1.234', 1.234, 1e-7, '1e3', '01', '１', 'NaN', [1], 1e12];

export const wrongPrices: readonly WrongField[] = prices.map((price) => [{ price }, 'price'] as const);

/** Wrong fields of goods that have an original price and an expiry. */
export const wrongTerms: readonly WrongField[] = [
  [{ isFree: 'x' }, 'isFree'],
  [{ isFree: true, price: '0.01' }, 'price'],
  [{ originPrice: 0.001 }, 'originPrice'],
  [{ originPrice: 'free' }, 'originPrice'],
  [{ expiryMode: 'never' }, 'expiryMode'],
  [{ expiryMode: 'days' }, 'expiryDays'],
  [{ expiryMode: 'days', expiryDays: 36_501 }, 'expiryDays'],
  [{ expiryMode: 'date', expiryEndDate: end }, 'expiryStartDate'],
  [{ expiryMode: 'date', expiryStartDate: start }, 'expiryEndDate'],
  [{ expiryMode: 'date', expiryStartDate: end, expiryEndDate: end }, 'expiryEndDate'],
  [{ expiryMode: 'end_date', expiryEndDate: 0 }, 'expiryEndDate'],
  [{ expiryEndDate: 253_402_300_800 }, 'expiryEndDate'],
];

/** Requests of a manager of goods. */
interface Editing {
  readonly make: (draft: Row) => Promise<Row>;
  readonly change: (id: string, draft: Row) => supertest.Test;
}

/** Changes every status to every other. @param goods how messages name them, as `A course` */
export async function expectTransitions(goods: string, { make, change }: Editing): Promise<void> {
  const allowed: Record<string, string[]> = { draft: ['published'], published: ['closed'], closed: ['published'] };
  for (const from of Object.keys(allowed)) {
    for (const to of Object.keys(allowed)) {
      const { id } = await make({ status: from === 'draft' ? 'draft' : 'published' });
      if (from === 'closed') await change(id, { status: 'closed' }).expect(200);
      const { status, body } = await change(id, { status: to });
      const isFine = from === to || allowed[from]!.includes(to);
      expect(status, `${from} to ${to}`).to.equal(isFine ? 200 : 409);
      const message = `${goods} that is ${from} cannot become ${to}, only ${allowed[from]![0]}.`;
      if (!isFine) expect(body.error).to.deep.equal({ code: 14, message });
    }
  }
}
