import { expect } from 'chai';
import fc from 'fast-check';
import { formOf, htmlOf } from '../../../../../core/platform/payments/gateways/presentation.ts';
import { Counter, names, visit } from './support.ts';
import { anyAddress, anyCharacter } from '../../../../support/any_character.ts';
import { started } from '../../../../support/started.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The value of an attribute, as a browser reads it. */
function attribute(text: string): string {
  expect(text).not.to.match(/[<>"']/);
  return text.replaceAll(/&(#?\w+);/g, (_all, name: string) => entities[name]!);
}

/** The form in a page. */
function formIn(html: string) {
  const [, action = '', method = ''] = /<form id="payment" action="([^"]*)" method="([^"]*)"/.exec(html) ?? [];
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const params = Object.fromEntries([...inputs].map(([, name, value]) => [attribute(name!), attribute(value!)]));
  return { action: attribute(action), method: method.toUpperCase(), params };
}

describe('A payment form', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const form = fc.record({
    action: anyAddress,
    method: fc.constantFrom('GET' as const, 'POST' as const),
    params: fc.dictionary(text, text, { maxKeys: 8, noNullPrototype: true }),
  });

  it('is the same as JSON and as a page, for any fields', () => {
    fc.assert(
      fc.property(form, (given) => {
        expect(JSON.parse(formOf(given))).to.deep.equal(given);
        expect(formIn(htmlOf(given))).to.deep.equal(given);
      }),
    );
  });

  it('escapes code in its fields', () => {
    const evil = `"><script>alert('1')</script><input value='`;
    const html = htmlOf({ action: `https://pay.example/?${evil}`, method: 'POST', params: { [evil]: evil } });
    const tags = html.match(/<\w+/g)!.map((tag) => tag.slice(1));
    expect(tags.join(' ')).to.equal('html head meta title body form input noscript button script');
  });
});

describe('Forms of gateways', () => {
  const counter = started(() => Counter.open());

  const withForms = names.filter((name) => !name.startsWith('Wechat'));

  for (const name of withForms) {
    it(`are accepted by the platform of ${name}, for any title`, async () => {
      const title = fc.string({ unit: anyCharacter, maxLength: 300 });
      const amount = fc.integer({ min: 1, max: 10_000_000_000 });
      await fc.assert(
        fc.asyncProperty(title, amount, async (given, cash) => {
          const payment = counter.payment(name, { title: given, amount: cash });
          const begun = await counter.gateway(name).begin(payment);
          const form = formIn(htmlOf(begun.form!)) as NonNullable<typeof begun.form>;
          const { status, location } = await visit({ payUrl: '', form });
          expect(`${status} ${location}`).to.equal(`302 /payments/${payment.sn}`);
          expect((await counter.control.find(payment.sn))!.amount).to.equal(cash);
        }),
        { numRuns: 15 },
      );
    });
  }

  it('are rejected by the platform when a field was changed', async () => {
    for (const name of withForms) {
      const begun = await counter.gateway(name).begin(counter.payment(name));
      const params = Object.fromEntries(
        Object.entries(begun.form!.params).map(([key, value]) => [key, value.replaceAll('1234.56', '0.01')]),
      );
      const { status, location } = await visit({ payUrl: '', form: { ...begun.form!, params } });
      expect(status, name).not.to.equal(302);
      expect(location).to.match(/invalid-signature|1001/);
    }
  });
});
