import type { Submission } from '../inputs.ts';
import { wrong } from './wrong.ts';

/** Chosen options by the id of the question. */
export type Answers = Readonly<Record<string, number>>;

export interface ScoredQuestion {
  readonly id: string;
  readonly answer: number;
  readonly points: number;
}

export interface Score {
  readonly score: number;
  readonly maxScore: number;
  readonly passed: boolean;
}

/** Chosen options by question. @throws invalidParameter for a second answer, and for an unknown question or option */
export function readAnswers(
  questions: readonly { id: string; options: readonly string[] }[],
  given: Submission['answers'],
): Answers {
  const numbers = new Map(questions.map(({ id, options }) => [id, options.length]));
  const chosen = new Map<string, number>();
  for (const [index, { questionId, option }] of given.entries()) {
    const most = numbers.get(questionId);
    if (most === undefined) throw wrong(`answers.${index}.questionId`, 'must be the id of a question of the quiz');
    if (option > most) throw wrong(`answers.${index}.option`, `must be the number of an option, at most ${most}`);
    if (chosen.has(questionId)) throw wrong(`answers.${index}.questionId`, 'must be answered once');
    chosen.set(questionId, option);
  }
  return Object.fromEntries(chosen);
}

/** Scores answers. A question without an answer counts as wrong; all numbers are integers. */
export function scoreOf(questions: readonly ScoredQuestion[], answers: Answers, passPercentage: number): Score {
  const score = pointsOf(questions.filter(({ id, answer }) => answers[id] === answer));
  const maxScore = pointsOf(questions);
  return { score, maxScore, passed: score * 100 >= passPercentage * maxScore };
}

function pointsOf(questions: readonly ScoredQuestion[]): number {
  return questions.reduce((sum, { points }) => sum + points, 0);
}
