import { field, nested, shape, type Answer } from 'lectern';
import { compileFilter } from '../../../../core/kernel/compile/response_filter.ts';
import { dateTimeWriter } from '../../../../core/kernel/base/time_zone.ts';

export const context = { writeDateTime: dateTimeWriter('Asia/Shanghai'), publicUrl: () => 'https://school.example' };
export const whole = { only: undefined, offset: 0, limit: 10 };

export const author = shape('Author').mode('simple', { id: field.intString(''), name: field.text('') });
export const note = shape('Note')
  .mode('public', {
    id: field.intString(''),
    text: field.text(''),
    by: nested(author, 'simple', ''),
    tag: field.optional(field.text('')),
  })
  .mode('full', { price: field.nullable(field.money('')) });

export const ann = { id: '1', name: 'Ann' };
export const one = { id: 5, text: 'hello', by: ann };

// oxlint-disable-next-line max-params -- in the order of compileFilter and the filter
export function filtered(answer: Answer, mode: string | undefined, value: unknown, request: object = {}): any {
  return JSON.parse(compileFilter(answer, mode, context)(value as never, { ...whole, ...request }));
}
