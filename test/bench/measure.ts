import { load, sample, type Asked, type Question, type Sample } from './load.ts';
import { startServer, type Program } from './server_process.ts';

/** How long to measure. */
export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  /** Requests under way at once, one measurement for each number; 64 unless told. */
  readonly atOnce?: readonly number[];
  /** Until the engine has compiled what is measured; 2 unless told, enough for thousands of small requests. */
  readonly warmUpSeconds?: number;
  /** Only prints, and writes no page. */
  readonly isRough?: boolean;
}

/** A server and what it is asked. */
export interface Subject extends Program, Question {}

/** What came of one measurement. */
export interface Measured {
  readonly connections: number;
  readonly figures: readonly Figures[];
}

/** Medians of a subject. */
export interface Figures extends Sample {
  readonly name: string;
  readonly samples: readonly Sample[];
}

export const CROWD = 64;
const WARM_UP_SECONDS = 2;

/**
 * Measures all subjects in turn, round by round, so that a slow moment of the machine hits all of them. They are warmed up
 * by a crowd, also for what is measured one at a time: there, it would take minutes until everything is compiled.
 */
export async function* measure(
  subjects: readonly Subject[],
  { rounds, seconds, atOnce = [CROWD], warmUpSeconds = WARM_UP_SECONDS }: Effort,
): AsyncGenerator<Measured> {
  const servers = await Promise.all(subjects.map(startServer));
  const asked = servers.map((server, index) => ({ server, question: subjects[index] as Subject }));
  try {
    for (const one of asked) await load(one, { connections: CROWD, duration: warmUpSeconds });
    for (const connections of atOnce)
      yield { connections, figures: await inTurn(asked, { connections, rounds, seconds }) };
  } finally {
    for (const server of servers) server.stop();
  }
}

/** Asks several servers in turn, round by round. @returns the medians of each */
export async function inTurn(
  asked: readonly Asked[],
  { connections, rounds, seconds }: { connections: number; rounds: number; seconds: number },
): Promise<Figures[]> {
  const samples = asked.map(() => [] as Sample[]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, one] of asked.entries()) samples[index]?.push(await sample(one, connections, seconds));
  }
  return asked.map(({ server: { name } }, index) => figuresOf(name, samples[index] ?? []));
}

function figuresOf(name: string, samples: readonly Sample[]): Figures {
  const [cpu, rate] = [median(samples.map((one) => one.cpu)), median(samples.map((one) => one.rate))];
  return { name, cpu, rate, samples };
}

/**
 * CPU of the first against that of the second. Where both were looked at in the same rounds it is the median of what each
 * round says: a machine of which others take their share is slow for both in one, and fast for both in the next.
 */
export function ratioOf(first: Figures, second: Figures): number {
  if (first.samples.length !== second.samples.length) return first.cpu / second.cpu;
  return median(first.samples.map(({ cpu }, round) => cpu / (second.samples[round]?.cpu ?? Number.NaN)));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints figures as a table, each as a ratio to the first. */
export function print(title: string, figures: readonly Omit<Figures, 'samples'>[]): void {
  const [first] = figures;
  console.log(title);
  console.table(
    Object.fromEntries(
      figures.map(({ name, cpu, rate }) => [
        name,
        { 'CPU us': cpu.toFixed(1), ratio: (cpu / (first?.cpu ?? cpu)).toFixed(2), 'requests/s': Math.round(rate) },
      ]),
    ),
  );
}
