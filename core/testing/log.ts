import type { KernelOptions } from '../hosting/internals.ts';

type Destination = NonNullable<KernelOptions['logTo']>;

const ERROR = 50;

/** Collects log lines, and passes each line to a second destination. */
export class TestLog implements Destination {
  readonly lines: string[] = [];
  readonly #also: Destination;

  /** @param also second destination; by default errors go to standard error, among the results of the tests */
  constructor(also: Destination = { write: showErrors }) {
    this.#also = also;
  }

  write(line: string): void {
    this.lines.push(line);
    this.#also.write(line);
  }
}

function showErrors(line: string): void {
  const { level } = JSON.parse(line) as { level: number };
  if (level >= ERROR) process.stderr.write(line);
}
