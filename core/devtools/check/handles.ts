import { createHook, type AsyncHook } from 'node:async_hooks';

/** A timer, socket, watcher, process or the like, which keeps Node running until its end. */
export interface Handle {
  readonly type: string;
  /** Line of the stack at which code of the module opened the handle. */
  readonly line: string;
}

/** What Node tells about a handle: whether it keeps the process alive; undefined once it is closed. */
interface Resource {
  hasRef(): boolean | undefined;
}

interface Known extends Handle {
  readonly resource: Resource;
}

/** Recorded types of handles, as Node names them, and their names in messages. */
export const handleNames: Readonly<Record<string, string>> = {
  Timeout: 'a timer',
  Immediate: 'an immediate callback',
  TCPWRAP: 'a connection',
  TCPSERVERWRAP: 'a server',
  PIPEWRAP: 'a pipe',
  PIPESERVERWRAP: 'a server',
  UDPWRAP: 'a socket',
  PROCESSWRAP: 'a process',
  WORKER: 'a thread',
  FSEVENTWRAP: 'a watcher of files',
  STATWATCHER: 'a watcher of files',
};
const FRAMES = 40;

/** Records the handles that the code of a module opens. */
export class Handles {
  readonly #known = new Map<number, Known>();
  readonly #hook: AsyncHook;

  /** @param places parts of paths that identify code of the module */
  constructor(private readonly places: readonly string[]) {
    this.#hook = createHook({
      // Node passes four arguments: id, type, id of the trigger, and the resource.
      init: (...[id, type, , resource]: [number, string, number, Resource]) => {
        if (type in handleNames) this.#note(id, type, resource);
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
    return [...this.#known.values()].filter(({ resource }) => resource.hasRef() === true);
  }

  #note(id: number, type: string, resource: Resource): void {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = FRAMES;
    // A stack with source lines is expensive, and most handles are opened by other code than the module's.
    const stack = this.#isOfModule(rawFrames()) ? (new Error().stack ?? '') : '';
    Error.stackTraceLimit = limit;
    const line = stack.split('\n').find((frame) => this.#isOfModule([frame]));
    if (line === undefined) return;
    this.#known.set(id, { type, line, resource });
  }

  #isOfModule(frames: readonly string[]): boolean {
    // The repository of a plugin has the host among its packages.
    const isHost = (path: string) => /^node_modules\/@?lectern\//.test(path);
    const isBelow = (frame: string, place: string) => {
      const at = frame.indexOf(place);
      return at >= 0 && !isHost(frame.slice(at + place.length));
    };
    return frames.some((frame) => this.places.some((place) => isBelow(frame, place)));
  }
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
