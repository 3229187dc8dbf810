import { realpathSync } from 'node:fs';
import { failed, notApplicable, ofRunning, type Check } from '../../check.ts';
import { operationName, type Exchange } from '../../requests/traffic.ts';
import type { Subject } from '../../subject.ts';

/** Patterns of internals that must not reach clients, and their names in messages. */
const inside: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an SQL statement', /\b(select\s.+\sfrom\s|insert\s+into\s|update\s+"?\w+"?\s+set\s|delete\s+from\s)/is],
  [
    'a database error',
    /syntax error at or near|(relation|column|constraint) "[^"]+"|violates .+ constraint|duplicate key value|invalid input syntax|SQLSTATE|\bECONNREFUSED\b/i,
  ],
  ['a line of a stack trace', /\bat [\w.<>[\] ]+ \(.+:\d+:\d+\)|\.(ts|js|mjs|cjs):\d+/],
  ['a path of this machine', /file:\/\/|\/node_modules\/|[A-Z]:\\\\|\/(home|usr|var|tmp|etc|root|Users)\/\w/],
];

export const leaks: Check = {
  name: 'leaks',
  about: 'no message contains SQL, paths or stacks',
  run: ofRunning(async (atWork, subject) => {
    if (atWork.operations.length === 0) return notApplicable(atWork.noOperations);
    await subject.fuzzed(atWork);
    const found = new Map(subject.traffic.refusals.flatMap((one) => leakOf(one, subject)));
    return { findings: [...found.values()] };
  }),
};

function leakOf(exchange: Exchange, subject: Subject) {
  const { operation, received } = exchange;
  const text = withoutWhatWasSent(exchange);
  const places = [subject.target.root, realpathSync(subject.target.folder)];
  const [what] = inside.find(([, pattern]) => pattern.test(text)) ?? [];
  const leaked = places.some((place) => text.includes(place)) ? 'a path of this machine' : what;
  if (leaked === undefined) return [];
  const message = `${operationName(operation)} answers ${received.status} and shows ${leaked}: ${text.slice(0, 200)}`;
  const fix =
    'throw a failure with a sentence of your own, and do not catch other errors: they are logged and answered with 500';
  return [[`${operationName(operation)} ${leaked}`, failed(subject.fileOf(operation), message, fix)] as const];
}

/** Text of an error answer without longer texts that the client has sent, because repeating these is no leak. */
function withoutWhatWasSent({ sent, received }: Exchange): string {
  const texts = textsOf(sent.body?.toString()).concat(
    decodeURIComponent(sent.path.replaceAll('+', ' ')).split(/[/?&=]/),
  );
  return texts
    .filter((text) => text.length > 3)
    .reduce((answer, text) => answer.replaceAll(text, ''), stringsIn(received.body).join('\n'));
}

function textsOf(body: string | undefined): string[] {
  if (body === undefined) return [];
  try {
    return stringsIn(JSON.parse(body));
  } catch {
    return [...new URLSearchParams(body).values()];
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...stringsIn(one)]);
}
