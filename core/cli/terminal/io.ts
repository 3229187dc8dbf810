export interface CommandStreams {
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly rows?: number; readonly columns?: number };
  readonly err: NodeJS.WritableStream;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
}

/** Streams, environment and exit code of one run of the command. */
export class CommandIo implements CommandStreams {
  readonly out: CommandStreams['out'];
  readonly err: CommandStreams['err'];
  readonly env: NodeJS.ProcessEnv;
  /** 0: success. 1: a problem. 2: a wrong command line, or no terminal to confirm. */
  exitCode = 0;
  /** Set when open handles of a module would keep the process running. The command line then ends the process. */
  isHeldOpen = false;

  readonly #streams: CommandStreams;

  constructor(streams: CommandStreams) {
    this.out = streams.out;
    this.err = streams.err;
    this.env = streams.env;
    this.#streams = streams;
  }

  /** Standard input. The command line opens standard input at the first access, because most commands read none. */
  get input(): CommandStreams['input'] {
    return this.#streams.input;
  }

  /** Prints a result: as JSON on request, else as text. */
  print(json: boolean | undefined, value: unknown, text: () => string): void {
    this.log(json === true ? JSON.stringify(value, null, 2) : text());
  }

  /** Writes a line to standard output. */
  log(line: string): void {
    this.out.write(`${line}\n`);
  }

  /** Writes a line to standard error. */
  error(line: string): void {
    this.err.write(`${line}\n`);
  }
}

/**
 * Yields the lines of a chunked text, without the line feeds that end them. `readline` would also split at other
 * separators, which JSON texts may contain.
 */
export async function* linesIn(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  for await (const piece of source) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      yield Buffer.concat([...begun, piece.subarray(from, end)]).toString();
      begun = [];
      from = end + 1;
    }
    if (from < piece.length) begun.push(piece.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}
