import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Writes a text without waiting. @returns number of bytes written @throws EAGAIN when the reader is slow */
export type Write = (text: string | Buffer) => number;

/**
 * Returns a function that writes to a file descriptor without waiting for the reader of a pipe or socket. Files and
 * terminals are written synchronously.
 */
export function writerTo(fd: number): Write {
  const kind = kindOf(fd);
  const opened = kind === 'pipe' ? openedAnew(fd) : fd;
  if (kind !== 'socket' && opened !== undefined) return (text) => writeSync(opened, text as string);
  return streamTo(fd);
}

function kindOf(fd: number): 'pipe' | 'socket' | undefined {
  try {
    const stats = fstatSync(fd);
    return stats.isFIFO() ? 'pipe' : stats.isSocket() ? 'socket' : undefined;
  } catch {
    // The descriptor is closed; the next write reports that.
    return undefined;
  }
}

/** Opens the pipe a second time, so that other processes that write to the pipe are unaffected. Works on Linux only. */
function openedAnew(fd: number): number | undefined {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

/** Writes to a socket, or to a pipe that cannot be opened again, through a stream. */
function streamTo(fd: number): Write {
  let stream: Socket;
  try {
    stream = new Socket({ fd, readable: false, writable: true }).on('error', () => undefined).unref();
  } catch {
    return (text) => writeSync(fd, text as string);
  }
  return (text) => {
    if (stream.errored) throw stream.errored;
    if (stream.writableLength > 0) throw Object.assign(new Error('The reader is slow.'), { code: 'EAGAIN' });
    stream.write(text);
    return Buffer.byteLength(text);
  };
}
