import type { ExtensionPoints } from 'lectern';
import type { Route } from '../../../hosting/internals.ts';
import type { PartTerms } from './part.ts';

/** Description of a part, except for its file. */
export type Terms = Omit<PartTerms, 'file'>;

const answers500 = 'until then the operation answers 500';

export function jobTerms(job: string): Terms {
  return {
    name: `the job '${job}'`,
    fix: 'correct the line; until then each run ends there, and only the log has the error',
    idle: 'no server runs it; see the check "parts"',
  };
}

export function subscriberTerms(subscriber: string, event: string): Terms {
  return {
    name: `the subscriber '${subscriber}' of '${event}'`,
    fix: 'correct the line; until then each delivery is tried again, and given up in the end',
    idle: `no event '${event}' that it wants happened during the check; publish one in a test`,
  };
}

export function hookTerms(hook: ExtensionPoints['operationHooks'], method: 'before' | 'after'): Terms {
  const name = `${method}() of the operation hook of ${hook.operation} at ${hook.address}`;
  const isAt = ({ hooks = [] }: Route) => hooks.some((one) => one.hook === hook);
  if (method === 'before') {
    const idle = 'no request of the check reached the operation; call it in a test';
    return { name, fix: `correct the line, or refuse the call by a failure; ${answers500}`, idle, refuses: true, isAt };
  }
  const fix = 'correct the line; until then its work is missing after each call, and only the log has the error';
  return { name, fix, idle: 'no request of the check succeeded there; call the operation in a test', isAt };
}

export function checkTerms({ event }: ExtensionPoints['eventChecks']): Terms {
  return {
    name: `the check of '${event}'`,
    fix: `correct the line, or refuse by a failure; ${answers500}`,
    idle: `no request of lectern check publishes '${event}'; call an operation that does so in a test`,
    refuses: true,
    isAt: ({ checkedEvents }) => checkedEvents?.includes(event) ?? false,
  };
}

export function fieldTerms({ fields, shape, onError }: ExtensionPoints['addedFields']): Terms {
  const names = Object.keys(fields);
  return {
    name: `the resolver of the added field ${names.join(', ')} of ${shape.name}`,
    fix: `correct the line; ${onError === 'fail' ? answers500 : 'until then the answer has null there'}`,
    idle: `no answer to a request of the check has a ${shape.name}; read one in a test`,
    refuses: onError === 'fail',
    isAt: ({ extended, methods }) => extended !== undefined && methods.includes('GET'),
    fields: names,
  };
}
