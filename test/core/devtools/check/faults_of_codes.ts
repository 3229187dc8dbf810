import { manifest } from '../../../support/installation.ts';
import { adding, booksWith, failuresWith, servicesWith, type Fault } from './fault.ts';

/** Codes that several failures share. */
export const codes: readonly Fault[] = [
  {
    what: 'a code that failures of different operations share',
    check: 'failures',
    plugin: 3,
    changes: [
      booksWith(
        ...['[failures.bookNotFound]', '[failures.bookNotFound, failures.lent]'],
        ...['signedIn: true,', 'signedIn: true, fails: [failures.lost],'],
      ),
      failuresWith(
        "'There is no such book.']",
        "'There is no such book.'],\n  lent: [50_000, 409, 'The book is lent.'], lost: [50_000, 409, 'The book is lost.']",
      ),
    ],
    says: /^the failure "\w+" has the code 50000 of the failure "\w+"$/,
    file: 'resources/books.js',
  },
  {
    what: 'a code of core in a failure of an operation hook',
    check: 'failures',
    plugin: 4,
    changes: [
      adding({
        '../../core/desk/module.json': manifest('desk'),
        '../../core/desk/resources/desks.js': `import { defineFailures, defineResource, raw } from 'lectern';
        const { full } = defineFailures({ full: [40_001, 409, 'The desk is full.'] });
        export default defineResource('/desks', { search: { open: true, fails: [full], returns: [raw], run: () => [] } });`,
      }),
      servicesWith(
        ...['import { contributes,', 'import { asValue, contributes,'],
        ...[
          'export default {',
          `export default { hook: contributes('operationHooks', asValue({
          operation: 'search', address: '/desks', fails: [failures.lent], before() {} })),`,
        ],
      ),
      failuresWith(
        "'There is no such book.']",
        "'There is no such book.'],\n  lent: [40_001, 409, 'The book is lent.']",
      ),
    ],
    says: /^the failure "lent" has the code 40001 of core's failure "full"$/,
    file: 'services.js',
  },
  {
    what: 'a code that two failures of one operation share',
    check: 'failures',
    plugin: 5,
    changes: [
      booksWith('[failures.bookNotFound]', '[failures.bookNotFound, failures.lent, failures.lost]'),
      failuresWith(
        "'There is no such book.']",
        "'There is no such book.'],\n  lent: [40_001, 409, 'The book is lent.'], lost: [40_001, 409, 'The book is lost.']",
      ),
    ],
    says: /^the failure "lost" has the code 40001 of the failure "lent"$/,
    file: 'resources/books.js',
  },
];
