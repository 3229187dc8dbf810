import { expect } from 'chai';
import { reader } from 'lectern';
import { htmlText } from '../../../../core/infrastructure/html/html_text.ts';

describe('Input of HTML', () => {
  const read = reader({ about: htmlText({ description: 'About the classroom.' }) });

  it('refuses values of other types', () => {
    for (const about of [{ inner: 'deep' }, ['text', { inner: 1 }]]) expect(() => read({ about })).to.throw(/about/);
  });
});
