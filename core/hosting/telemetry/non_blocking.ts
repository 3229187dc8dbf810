import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';

/** Adopted sockets. These references prevent garbage collection, which would close the descriptors. */
const held: Socket[] = [];

/**
 * Returns a file descriptor of the same pipe or socket that does not block, if possible: a write without room throws
 * `EAGAIN`. Descriptors of files and terminals are returned unchanged.
 */
export function withoutWaiting(fd: number): number {
  const kind = kindOf(fd);
  if (kind === undefined) return fd;
  return (kind === 'pipe' ? openedAnew(fd) : undefined) ?? switched(fd);
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

/** Makes Node adopt a socket or pipe, which switches the descriptor to non-blocking mode. */
function switched(fd: number): number {
  try {
    held.push(new Socket({ fd, readable: false, writable: true }).on('error', () => undefined).unref());
  } catch {
    // Node cannot adopt the descriptor; it stays blocking.
  }
  return fd;
}
