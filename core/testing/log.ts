import type { KernelOptions } from 'lectern/host';

type Destination = NonNullable<KernelOptions['logTo']>;

const ERROR = 50;

/** Collects log lines, and shows errors among the results of the tests. */
export class TestLog implements Destination {
  readonly lines: string[] = [];
  readonly #also: Destination;

  /** @param also second destination of all lines; by default errors go to standard error */
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
