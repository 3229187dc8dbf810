import { createHook, type AsyncHook } from 'node:async_hooks';
import { placeIn } from './stack_place.ts';

/** A timer, socket, watcher, process or the like, which keeps Node running until its end. */
export interface Handle {
  readonly type: string;
  /** File and line of the module that opened the handle; the line of the stack if it names no file. */
  readonly place: string;
}

interface Known extends Handle {
  readonly resource: object;
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
]);
const FRAMES = 40;

/** Records the handles that the code of a module opens. */
export class Handles {
  readonly #known = new Map<number, Known>();
  readonly #hook: AsyncHook;

  /** @param places parts of paths that identify code of the module */
  constructor(private readonly places: readonly string[]) {
    this.#hook = createHook({
      // Node passes four arguments: id, type, id of the trigger, and the resource.
      init: (...[id, type, , resource]: [number, string, number, object]) => {
        if (types.has(type)) this.#note(id, type, resource);
      },
      destroy: (id) => this.#known.delete(id),
    });
  }

  watch(): this {
    this.#hook.enable();
    return this;
  }

  /** Stops recording, and returns the handles that still keep the process alive. */
  end(): Handle[] {
    this.#hook.disable();
    // Node keeps tracking the end of every promise until another hook is enabled.
    createHook({}).enable().disable();
    const open = this.open;
    this.#known.clear();
    return open;
  }

  /** Recorded handles that currently keep the process alive. */
  get open(): Handle[] {
    const active = new Set(process.getActiveResourcesInfo().map(kindOf));
    return [...this.#known.values()].filter(({ type, resource }) =>
      isTimer(type) ? (resource as NodeJS.Timeout).hasRef() : type === 'WORKER' || active.has(kindOf(type)),
    );
  }

  #note(id: number, type: string, resource: object): void {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES;
    // A stack with source lines is expensive, and most handles are opened by other code than the module's.
    const stack = this.#isOfModule(rawFrames()) ? (new Error().stack ?? '') : '';
    Error.stackTraceLimit = limit;
    const line = stack.split('\n').find((frame) => this.#isOfModule([frame]));
    if (line === undefined) return;
    this.#known.set(id, { type, place: placeIn(line) ?? line.trim(), resource });
  }

  #isOfModule(frames: readonly string[]): boolean {
    return frames.some((frame) => this.places.some((place) => frame.includes(place)));
  }
}

function isTimer(type: string): boolean {
  return type === 'Timeout' || type === 'Immediate';
}

/** Name of a kind of resources, which hooks call `TCPWRAP`, and the list of active ones `TCPSocketWrap`. */
function kindOf(type: string): string {
  return type.toLowerCase().replace('socketwrap', 'wrap');
}

/** Files of the calling functions, without mapping compiled lines to source lines. */
function rawFrames(): readonly string[] {
  const found = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  Error.prepareStackTrace = (_error, frames) =>
    frames.map((frame) => frame.getFileName() ?? frame.getEvalOrigin() ?? '');
  try {
    // oxlint-disable-next-line lectern/no-cast-by-unknown -- the type is that of a stack as text
    return new Error().stack as unknown as string[];
  } finally {
    if (found) Object.defineProperty(Error, 'prepareStackTrace', found);
    else delete (Error as Partial<ErrorConstructor>).prepareStackTrace;
  }
}
