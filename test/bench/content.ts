import { sentBy, type Sent } from '../core/courses/support.ts';
import type { Place } from '../support/place.ts';
import { serveCrowded } from './crowded_platform.ts';
import type { BareStatements } from './bare_content_server.ts';
import { measure, print, type Effort } from './measure.ts';
import { placeOnServer } from './place_on_server.ts';

const SCALE = 100_000;
// A query takes a while; it is some thousand of them that count.
const WARM_UP_SECONDS = 8;

/** What is asked, and the most that it may cost against the bare server. */
interface Question {
  readonly name: string;
  readonly path: string;
  readonly aim: number;
  readonly signedIn: boolean;
}

const questions: readonly Question[] = [
  { name: `10 of ${SCALE} articles with their total`, path: '/api/articles', aim: 1.15, signedIn: true },
  { name: 'One article', path: '/api/articles/100', aim: 1.3, signedIn: true },
  { name: 'One exercise, for anybody', path: '/api/item_bank_exercises/1', aim: 1.3, signedIn: false },
];

/** A question with what it takes to ask it. */
interface Asked extends Question {
  readonly headers: Readonly<Record<string, string>>;
  readonly statements: BareStatements;
}

/** Pages and single rows of a large database, against a bare handler that issues the same statements. */
export async function benchContent(effort: Effort): Promise<void> {
  const place = await placeOnServer('Content');
  if (!place) return;
  try {
    for (const asked of await prepare(place)) {
      const subjects = subjectsOf(asked, place);
      for await (const { connections, figures } of measure(subjects, {
        ...effort,
        atOnce: [1, 64],
        warmUpSeconds: WARM_UP_SECONDS,
      }))
        print(`${asked.name}, ${connections} at a time (aim: a ratio of at most ${asked.aim})`, figures);
    }
  } finally {
    await place.clear();
  }
}

function subjectsOf({ path, headers, statements }: Asked, { env }: Place) {
  const common = { path, headers };
  return [
    { ...common, name: 'bare node:http + pg', file: 'bare_content_server.ts', args: [JSON.stringify(statements)], env },
    { ...common, name: 'Lectern', file: '../support/compiled_platform.mjs', args: [], env },
  ];
}

/** Fills the database, and finds out which statements each question takes. */
async function prepare(place: Place): Promise<Asked[]> {
  const kernel = await serveCrowded(place, SCALE);
  try {
    const { tokens } = kernel.services;
    const token = { 'X-Auth-Token': await tokens.issue('4') };
    const asked: Asked[] = [];
    for (const question of questions) {
      const headers: Readonly<Record<string, string>> = question.signedIn ? token : {};
      const sent = await sentBy(() =>
        fetch(`${kernel.url}${question.path}`, { headers }).then((answer) => answer.text()),
      );
      asked.push({ ...question, headers, statements: statementsOf(sent) });
    }
    return asked;
  } finally {
    await kernel.stop();
  }
}

function statementsOf(sent: readonly Sent[]): BareStatements {
  const find = (pattern: RegExp) => sent.find(({ text }) => pattern.test(text));
  const [token, total] = [find(/user_tokens/), find(/count\(\*\) as "?total/)];
  const rows = sent.find((one) => one !== token && one !== total);
  if (!rows || sent.length > 3) throw new Error(`Other statements than expected: ${JSON.stringify(sent)}`);
  return { token, rows, total };
}
