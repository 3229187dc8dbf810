import { load, sample, type Asked, type Question, type Sample } from './load.ts';
import { startServer, type Program } from './server_process.ts';

/** Duration and precision of a measurement. */
export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  /** Numbers of concurrent requests, each with a separate measurement; default: 64. */
  readonly atOnce?: readonly number[];
  /** Duration of the warm-up, in which the engine compiles the code; default: 2. */
  readonly warmUpSeconds?: number;
  /** Whether the figures are only printed, and no page is written. */
  readonly isRough?: boolean;
}

/** A server to measure, and its requests. */
export interface Subject extends Program, Question {}

/** Figures of all subjects with one number of concurrent requests. */
export interface Measured {
  readonly connections: number;
  readonly figures: readonly Figures[];
}

/** Figures of a subject: medians of its rounds. */
export interface Figures extends Pick<Sample, 'cpu' | 'rate'> {
  readonly name: string;
  /** CPU time of server and database for one request, in microseconds; NaN if that of the database is unknown. */
  readonly together: number;
  readonly samples: readonly Sample[];
}

export const CROWD = 64;
const WARM_UP_SECONDS = 2;

/**
 * Measures all subjects in turn, round by round, so that a slow moment of the machine affects all of them. The warm-up
 * uses many connections, because a warm-up with one connection would take minutes.
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

/** Measures several servers in turn, round by round. @returns the medians of each server */
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
  // Sums instead of a median, because the database does some work once for many rounds, such as counting a total.
  const together = cpu + sum(samples.map((one) => one.databaseCpu)) / sum(samples.map((one) => one.requests));
  return { name, cpu, rate, together, samples };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

/**
 * Returns the CPU time of the first subject divided by that of the second: the median of the ratios of all rounds, if
 * both were measured in the same rounds. The load of a shared machine changes between rounds, but affects both
 * subjects.
 */
export function ratioOf(first: Figures, second: Figures): number {
  if (first.samples.length !== second.samples.length) return first.cpu / second.cpu;
  return median(first.samples.map(({ cpu }, round) => cpu / (second.samples[round]?.cpu ?? Number.NaN)));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints figures as a table, with the ratio of each to the first. */
export function print(title: string, figures: readonly Pick<Figures, 'name' | 'cpu' | 'rate'>[]): void {
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
