import { trace } from '@opentelemetry/api';
import { expect } from 'chai';
import { StatementSpans } from '../../../../../core/infrastructure/database/connections/statement_spans.ts';

describe('Spans of statements', () => {
  it('leave an unreadable URL to the check that omits the password', () => {
    const url = 'postgres://someone:sesame@db:port/x';
    expect(() => new StatementSpans(trace.getTracer('test'), url)).to.not.throw();
  });
});
