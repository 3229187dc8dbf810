import pluralize from 'pluralize';
import { isVerbatim } from '../../kernel/declare/answer.ts';
import type { Route } from '../../kernel/routes/route.ts';
import { isParameter, segmentsOf } from '../../kernel/base/addresses.ts';

/** A part of an address up to a parameter, as words: `item bank exercises`. */
interface Step {
  readonly words: string;
  /** The parameter that selects one item; undefined for the end of an address without a parameter. */
  readonly picks: string | undefined;
}

const verbs = { search: 'List', get: 'Get', add: 'Create', update: 'Change', remove: 'Remove' };

/** Derives the summary of an operation from its address, for one without `@summary`: `List members of a course`. */
export function summaryOf({ operation, address }: Route): string {
  const [last, ...before] = stepsOf(address).reverse();
  if (!last) return verbs[operation];
  const isOne = operation === 'add' || last.picks !== undefined;
  const object = isOne ? oneOf(last.words) : yours(last.words);
  return [`${verbs[operation]} ${object}`, ...before.map(({ words }) => `of ${oneOf(words)}`)].join(' ');
}

const CREATED = 'The object was created.';

/** Sentences about a success, by the first word of a summary. */
const outcomes: Readonly<Record<string, string>> = {
  Create: CREATED,
  Change: 'The change was made.',
  Remove: 'The object was removed.',
};

/** Describes a successful answer: by its kind for a read, by the summary for a write. */
export function successOf(route: Route): string {
  const { answer, creates, methods, summary = summaryOf(route) } = route;
  if (isVerbatim(answer)) return 'Status and text are those of the protocol of the caller.';
  if (creates) return CREATED;
  if (!methods.includes('GET')) {
    const [text = ''] = summary.split(/\.(?:\s|$)/);
    return outcomes[text.split(' ')[0] ?? ''] ?? `Success: ${text}.`;
  }
  if (!('kind' in answer)) return 'The requested object.';
  if (answer.kind === 'page' || answer.kind === 'pagedList') return 'A page of the list.';
  return answer.kind === 'list' ? 'The whole list.' : 'The requested values.';
}

/** The words for a single object: `a course`, `your coupon`. */
function oneOf(words: string): string {
  const one = yours(singular(words));
  return one.startsWith('your ') ? one : `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
}

/** Names the objects below the address `/me` as those of the caller. */
function yours(words: string): string {
  return words === 'me' ? 'your account' : words.replace(/^me /, 'your ');
}

/** Describes a path parameter: `Id of the article.` A name such as `userId` names the object itself: `Id of the user.` */
export function parameterMeaning(path: string, name: string): string {
  const [, named] = /^(.+)Id$/.exec(name) ?? [];
  if (named !== undefined) return `Id of the ${spaced(named)}.`;
  const step = stepsOf(path.replace(/^\/api\/(me\/)?/, '/')).find(({ picks }) => picks === name);
  return `${capital(spaced(name))} of the ${singular(step?.words ?? 'object')}.`;
}

/** The prefix `plugins/<name>` is left out of the words. */
function stepsOf(address: string): Step[] {
  const segments = segmentsOf(address);
  const named = segments[0] === 'plugins' ? segments.slice(2) : segments;
  const steps: Step[] = [];
  let words: string[] = [];
  for (const segment of named) {
    if (!isParameter(segment)) words.push(spaced(segment));
    else {
      steps.push({ words: words.join(' '), picks: segment.slice(1, -1) });
      words = [];
    }
  }
  return words.length > 0 ? [...steps, { words: words.join(' '), picks: undefined }] : steps;
}

function singular(words: string): string {
  return words.replace(/\S+$/, (last) => pluralize.singular(last));
}

/** Splits a name into words: `item bank` for `item_bank`, `is login` for `isLogin`. */
function spaced(word: string): string {
  return word
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
