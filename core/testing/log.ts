import type { KernelOptions } from 'lectern/host';

type Destination = NonNullable<KernelOptions['logTo']>;

const ERROR = 50;

/** Keeps the lines of a log, and shows errors where the outcome of the tests is shown. */
export class TestLog implements Destination {
  readonly lines: string[] = [];
  readonly #also: Destination;

  /** @param also where all lines go besides; standard error gets errors unless given */
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
