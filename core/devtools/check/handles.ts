import { createHook, type AsyncHook } from 'node:async_hooks';

/** A handle that keeps a process alive until it is closed. */
export interface Handle {
  readonly type: string;
  /** Line of the module that opened it. */
  readonly place: string;
}

interface Known extends Handle {
  readonly resource: { hasRef?(): boolean };
}

const types = new Set([
  'Timeout',
  'Immediate',
  'TCPWRAP',
  'TCPSERVERWRAP',
  'PIPEWRAP',
  'PIPESERVERWRAP',
  'UDPWRAP',
  'PROCESSWRAP',
  'WORKER',
  'FSEVENTWRAP',
  'STATWATCHER',
  'SIGNALWRAP',
]);
const FRAMES = 40;

/** Records handles that the code of a module opens: timers, sockets, watchers, processes. */
export class Handles {
  readonly #known = new Map<number, Known>();
  readonly #hook: AsyncHook;

  /** @param places parts of paths that identify code of the module */
  constructor(private readonly places: readonly string[]) {
    this.#hook = createHook({
      // Takes four parameters, as Node passes them.
      init: (...[id, type, , resource]: [number, string, number, object]) => {
        if (types.has(type)) this.#note(id, type, resource);
      },
      destroy: (id) => this.#known.delete(id),
    });
  }

  /** Starts recording. */
  watch(): this {
    this.#hook.enable();
    return this;
  }

  /** Handles that are still open; clears the record. */
  end(): Handle[] {
    this.#hook.disable();
    const open = this.open;
    this.#known.clear();
    return open;
  }

  /** Handles that currently keep the process alive. */
  get open(): Handle[] {
    return [...this.#known.values()].filter(({ resource }) => resource.hasRef?.() ?? true);
  }

  #note(id: number, type: string, resource: object): void {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES;
    const { stack = '' } = new Error();
    Error.stackTraceLimit = limit;
    const line = stack.split('\n').find((frame) => this.places.some((place) => frame.includes(place)));
    if (line === undefined) return;
    const place = /((?:file:\/\/)?[^\s()]+:\d+):\d+\)?$/.exec(line)?.[1] ?? line.trim();
    this.#known.set(id, { type, place: place.replace('file://', ''), resource });
  }
}
