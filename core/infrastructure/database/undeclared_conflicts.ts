import { standardFailures, type Failure, type Services } from 'lectern';
import { violatedColumns } from './protocol/query_error.ts';
import { codeOf } from './protocol/unavailable.ts';

type ErrorConversion = Services['errorConversion'];

interface Violation {
  readonly constraint?: string;
  readonly table?: string;
}

/** Answers by SQLSTATE: message of the failure, and of each field. */
const answers: Readonly<Record<string, readonly [message: string, ofField: string]>> = {
  23505: ['Another object has these values already; change them.', 'must not be taken by another object'],
  23503: [
    'The request refers to an object that does not exist, or removes one that other objects refer to.',
    'must refer to an existing object',
  ],
};

/**
 * Converts violated unique and foreign key constraints that no code has caught: a 409 is what the client can act on.
 * Runs after the converters of all modules. Each constraint is logged once, for its author.
 */
export function undeclaredConflicts(previous: ErrorConversion, { logger }: Pick<Services, 'logger'>): ErrorConversion {
  const logged = new Set<string>();
  const convert = (thrown: unknown) => {
    const converted = previous.convert(thrown);
    const answer = answers[codeOf(converted) ?? ''];
    if (!answer) return converted;
    const { constraint = '', table = '' } = converted as Violation;
    if (!logged.has(constraint)) {
      logged.add(constraint);
      const message = `A request violated the constraint "${constraint}" of table "${table}", for which no code throws a failure, so it was answered 409, code 14. Catch the error where the row is written, and throw a failure of the module`;
      logger.warn({ err: converted, constraint, table }, message);
    }
    return conflict(converted as object, answer);
  };
  return { convert };
}

/** The failure of a violation. A column `id` is no field: it is that of a row to remove. */
function conflict(error: object, [message, ofField]: (typeof answers)[string]): Failure {
  const columns = violatedColumns(error).filter((column) => column !== 'id');
  const details = columns.map((column) => ({ field: fieldOf(column), message: ofField }));
  return standardFailures.conflict({ message, ...(details.length > 0 && { details }) });
}

function fieldOf(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
